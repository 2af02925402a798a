package chart

import "cardhour/views/text"

// Height is how tall the picture becomes at a width, in the same units, or why
// it cannot be drawn. It is known without drawing, so that a screen can leave
// the room first.
func (f FullRate) Height(p *text.Printer, width int) (int, error) {
	s, err := f.layout(p, width)
	if err != nil {
		return 0, err
	}
	return pixels(s.height, 1), nil
}
