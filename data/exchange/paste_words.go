package exchange

import (
	"strings"

	"cardhour/model/billing"
)

// class is what a word on a price page does.
type class uint8

const (
	unknownWord   class = iota
	numeral             // 1.98
	currencySign        // before or after a figure: ¥
	currencyWord        // 元, CNY
	periodWord          // 小时, hr; needs / or 每 before it
	periodAdverb        // hourly, 日租: stands alone
	perMark             // 每, per
	cardScope           // 卡, GPU
	instanceScope       // 台, instance
	cardHour            // 卡时
	single              // 单卡
	countWord           // 双卡
	modeWord            // 竞价
	packageOf           // 包月: prepaid with its period
	labelWord           // 原价
	fromWord            // 起
	magnitude           // 万
	dataUnit            // GB, as in ¥0.8/GB
	otherUnit           // token, 次
	otherMoney          // USDT, 积分, ¢
	bonusBefore         // 充, 送: what follows is no price
	bonusAfter          // 券, credit: what stands before is no price
	thing               // 数据盘, traffic
	memoryWord          // 显存
	partWord            // vGPU, MIG
	freeWord            // 免费
	soldOut             // 售罄
	timesMark           // x, ×, *
	discountMark        // 折, %
	specUnit            // 核, Mbps
	platformWord        //
	stockWord           // 库存: what follows is a number of machines
	countHeading        // heads a column of card counts
	plainToken          // understood and of no consequence
	cardPart            // a word of a card's name
	sizeText            // 24GB
	aside               // a date, a time of day, 16 核
	dash
	slash
	opening
	closing
	breaking // , ; | end what a bonus word began
	punctuation
)

// both marks a word of a bonus that may follow its figure.
const both = "both"

// meaning is a class and what the word says within it.
type meaning struct {
	class class
	value string
}

// lexicon finds the longest known word that begins at a place.
type lexicon map[rune][]entry

type entry struct {
	word string
	meaning
}

// add keeps the entries of one beginning sorted, the longest first.
func (l lexicon) add(word string, m meaning) {
	first, _ := runeAt(word, 0)
	list := l[first]
	at := 0
	for at < len(list) && len(list[at].word) >= len(word) {
		if list[at].word == word {
			return
		}
		at++
	}
	list = append(list, entry{})
	copy(list[at+1:], list[at:])
	list[at] = entry{word, m}
	l[first] = list
}

func (l lexicon) addAll(c class, value string, words ...string) {
	for _, w := range words {
		l.add(w, meaning{c, value})
	}
}

// at returns the longest word that begins at i. Latin words end where their
// letters end: "h" is not found in "hello".
func (l lexicon) at(s string, i int) (entry, bool) {
	first, _ := runeAt(s, i)
	for _, e := range l[first] {
		if !strings.HasPrefix(s[i:], e.word) {
			continue
		}
		end := i + len(e.word)
		if letterAt(s, i) && letterAt(s, i-1) || letterAt(s, end-1) && letterAt(s, end) {
			continue
		}
		if letterAt(s, end-1) && digitAt(s, end) && e.class != timesMark && e.class != currencyWord {
			continue // "h264" is no hour
		}
		return e, true
	}
	return entry{}, false
}

var baseLexicon = func() lexicon {
	l := lexicon{}
	l.addMoney()
	l.addTime()
	l.addOffers()
	l.addRest()
	return l
}()

func (l lexicon) addMoney() {
	for code, words := range map[string]string{
		"CNY": "¥|cn¥|rmb¥", "USD": "$|us$|usd$", "EUR": "€", "GBP": "£", "HKD": "hk$", "JPY": "jp¥", "CAD": "ca$|c$", "AUD": "au$|a$",
		"SGD": "sg$|s$", "TWD": "nt$", "KRW": "₩", "INR": "₹", "RUB": "₽",
	} {
		l.addAll(currencySign, code, strings.Split(words, "|")...)
	}
	for code, words := range map[string]string{
		"CNY": "元|块|块钱|圆|rmb|cny|人民币|元人民币|yuan", "USD": "usd|美元|美金|dollars|dollar|us dollars", "EUR": "eur|欧元|euro|euros", "GBP": "gbp|英镑",
		"HKD": "hkd|港元|港币", "JPY": "jpy|日元|円|yen", "KRW": "krw|韩元", "TWD": "twd|台币|新台币", "SGD": "sgd|新币|新元|新加坡元",
		"CAD": "cad|加元", "AUD": "aud|澳元", "INR": "inr|卢比", "RUB": "rub|卢布", "CHF": "chf",
	} {
		l.addAll(currencyWord, code, strings.Split(words, "|")...)
	}
	l.addAll(magnitude, "10000", "万", "w")
	l.addAll(magnitude, "1000", "千", "k")
	l.addAll(otherMoney, "", "usdt", "usdc", "btc", "eth", "¢", "cents", "cent", "角", "毛", "分钱", "积分", "算力币", "金币", "点券", "points", "coins")
	l.addAll(bonusBefore, "", "充", "充值", "首充", "起充", "最低充值", "单笔充值", "充值满", "送", "再送", "赠", "赠送", "返", "返现", "满", "满减", "减", "立减", "再减",
		"抵扣", "抵", "top up", "top-up", "topup", "get", "save", "recharge", "add")
	l.addAll(bonusAfter, "", "in credits", "in credit", "off")
	// These stand before a figure as well as after it.
	l.addAll(bonusBefore, both, "券", "优惠券", "代金券", "体验金", "体验券", "无门槛券", "抵扣券", "红包", "余额", "押金", "门槛", "credit", "credits", "free credits", "free credit", "bonus", "deposit", "coupon", "voucher", "balance", "minimum balance")
}

func (l lexicon) addTime() {
	for p, words := range map[billing.Period]string{
		billing.PerSecond: "秒|s|sec|secs|second|seconds|秒钟", billing.PerMinute: "分钟|分|min|mins|minute|minutes",
		billing.PerHour: "小时|时|h|hr|hrs|hour|hours|个小时|钟头", billing.PerDay: "天|日|d|day|days",
		billing.PerWeek: "周|星期|week|weeks|wk", billing.PerMonth: "月|个月|mo|mon|month|months|mth",
		billing.PerQuarter: "季|季度|quarter|quarters", billing.PerYear: "年|y|yr|yrs|year|years",
	} {
		l.addAll(periodWord, string(p), strings.Split(words, "|")...)
	}
	for p, words := range map[billing.Period]string{
		billing.PerSecond: "按秒|按秒计费", billing.PerMinute: "按分钟|按分钟计费", billing.PerHour: "hourly|时租|按小时|按时|小时价|时价|小时租|按小时计费|单时",
		billing.PerDay: "daily|日租|天租|按天|按日|日付|天价|日价", billing.PerWeek: "weekly|周租|按周|周付|周价",
		billing.PerMonth: "monthly|月租|按月|月付|月价|月费|月租金", billing.PerQuarter: "quarterly|季租|季付|按季", billing.PerYear: "yearly|annually|annual|年租|年付|按年|年价|年费",
	} {
		l.addAll(periodAdverb, string(p), strings.Split(words, "|")...)
	}
	for p, words := range map[billing.Period]string{
		billing.PerDay: "包天|包日|day pass", billing.PerWeek: "包周|week pass", billing.PerMonth: "包月|包月价|month pass", billing.PerQuarter: "包季", billing.PerYear: "包年",
	} {
		l.addAll(packageOf, string(p), strings.Split(words, "|")...)
	}
}

func (l lexicon) addOffers() {
	for mode, words := range map[billing.Mode]string{
		billing.OnDemand: "按量|按需|按量付费|按量计费|按需付费|按需计费|按需实例|后付费|on-demand|on demand|ondemand|pay as you go|pay-as-you-go|payg",
		billing.Spot:     "竞价|竞价实例|抢占|抢占式|抢占实例|抢占式实例|可抢占|可中断|spot|spot instance|interruptible|preemptible|preemptable|community spot",
		billing.GroupBuy: "拼单|拼团|拼团价|拼单价|group buy|group-buy",
		billing.Prepaid:  "预付|预付费|预留|预留实例|包年包月|reserved|reservation|prepaid|subscription|committed|commitment",
		billing.Hosted:   "托管|托管服务器|hosted|hosting|colocation",
	} {
		l.addAll(modeWord, string(mode), strings.Split(words, "|")...)
	}
	for label, words := range map[billing.PriceLabel]string{
		billing.ListPrice:   "原价|刊例价|目录价|市场价|标准价|划线价|官网价|list price|list|was|original|original price|regular|msrp|rrp",
		billing.NowPrice:    "现价|折后|折后价|优惠价|活动价|特价|限时|限时价|限时特价|秒杀价|秒杀|促销价|促销|到手价|now|sale|sale price|deal|special",
		billing.MemberPrice: "会员价|会员|vip|vip价|svip|member|members|member price", billing.StudentPrice: "学生价|学生|教育价|学生认证|教育优惠|student|students|edu|academic",
		billing.NewUserPrice: "新用户|新人|新人价|首月|首单|首单价|新客|first month|new user|new users|new customers",
	} {
		l.addAll(labelWord, string(label), strings.Split(words, "|")...)
	}
	l.addAll(fromWord, "", "起", "起步", "低至", "最低", "from", "starting at", "starts at", "starting from", "as low as", "≥", ">=", "low to")
	l.addAll(perMark, "", "每", "per", "a", "an", "each", "every", "一")
	l.addAll(cardScope, "", "卡", "张卡", "张", "gpu", "gpus", "card", "cards", "显卡", "gpu卡", "块卡", "块显卡", "张显卡")
	l.addAll(instanceScope, "", "实例", "台", "机", "主机", "整机", "节点", "机器", "服务器", "instance", "machine", "node", "server", "pod", "vm", "box")
	l.addAll(cardHour, "", "卡时", "卡小时")
	l.addAll(single, "", "单卡", "单张", "单张卡", "单gpu", "single gpu", "single-gpu", "单块")
	for n, words := range map[string]string{
		"2": "双卡|两卡|二卡|两张|双张", "3": "三卡|三张", "4": "四卡|四张", "5": "五卡", "6": "六卡", "7": "七卡", "8": "八卡|八张", "10": "十卡", "16": "十六卡", "1": "一卡|一张",
	} {
		l.addAll(countWord, n, strings.Split(words, "|")...)
	}
}

func (l lexicon) addRest() {
	l.addAll(dataUnit, "", "gb", "g", "tb", "t", "gib", "mb", "m")
	l.addAll(otherUnit, "", "token", "tokens", "m tokens", "1m tokens", "百万token", "百万tokens", "百万 tokens", "千tokens", "千token", "次", "image", "images", "request", "requests", "张图", "次请求", "条", "step", "query", "user", "个")
	l.addAll(thing, "", "数据盘", "系统盘", "磁盘", "硬盘", "云盘", "网盘", "存储", "文件存储", "对象存储", "共享存储", "流量", "流量费", "带宽", "带宽费", "镜像", "快照", "内存", "公网", "公网ip", "固定ip",
		"disk", "storage", "volume", "traffic", "bandwidth", "snapshot", "snapshots", "egress", "ingress", "ram", "ssd", "nvme", "hdd", "cpu", "cpu内存", "存储费", "磁盘费", "无卡", "无卡模式", "无卡开机", "network volume", "public ip", "api", "电费", "服务费", "容器盘", "container disk",
		"云硬盘", "高效云盘", "ssd云盘", "本地盘", "共享盘", "固态硬盘", "机械硬盘", "固态", "存储包", "流量包", "扩容", "超出", "超出部分", "备份", "数据传输", "存储空间", "磁盘空间", "nas", "oss",
		"data disk", "system disk", "boot disk", "root disk", "local disk", "disk space", "block storage", "object storage", "file storage", "data transfer", "backup", "backups",
		"ip", "ips", "ipv4", "ipv6", "eip", "弹性ip", "弹性公网ip", "静态ip", "独立ip", "浮动ip", "公网ip地址", "ip地址", "ipv4地址", "ip address", "ipv4 address", "static ip", "elastic ip", "floating ip", "reserved ip",
		"自定义镜像", "私有镜像", "镜像存储", "custom image", "custom images", "private image", "machine image", "disk image", "image storage")
	l.addAll(memoryWord, "", "显存", "vram", "gpu显存", "video memory", "gpu memory", "gpu ram")
	l.addAll(partWord, "", "vgpu", "mig", "gpu切分", "切片", "半卡", "虚拟gpu", "fractional", "half gpu", "half card", "算力切分")
	l.addAll(freeWord, "", "免费", "免费送", "free")
	l.addAll(soldOut, "", "售罄", "已售罄", "缺货", "无货", "暂无库存", "抢光", "sold out", "out of stock", "unavailable", "not available")
	l.addAll(timesMark, "", "x", "×", "*", "✕", "╳")
	l.addAll(discountMark, "", "折", "%", "% off", "折扣", "折优惠")
	l.addAll(specUnit, "", "核", "核心", "vcpu", "vcpus", "core", "cores", "threads", "线程", "mbps", "gbps", "gbit", "tflops", "tops", "瓦", "watt", "watts", "mhz", "ghz", "ms", "人", "次", "名", "款", "iops")
	l.addAll(stockWord, "", "库存", "剩余", "余量", "剩", "仅剩", "stock", "left")
	l.addAll(countHeading, "", "卡数", "卡数量", "gpu数", "gpu数量", "显卡数量", "gpu count", "# of gpus", "number of gpus", "num gpus")
	l.addAll(cardPart, "", "昇腾", "英伟达", "华为")
	l.addAll(plainToken, "", "魔改", "魔改版", "改装")
	l.addAll(plainToken, "", "价格", "单价", "租金", "费用", "报价", "售价", "租", "租用", "租赁", "价", "仅", "仅需", "只要", "约", "共", "起租", "型号", "规格", "配置", "显卡型号", "gpu型号", "计费", "计费方式", "付费", "现货", "有货",
		"in stock", "available", "price", "pricing", "rate", "rent", "rental", "cost", "only", "just", "for", "at", "the", "and", "or", "立即购买", "立即租用", "购买", "租用价", "rent now", "buy now", "deploy", "hbm", "hbm2e", "hbm3", "gddr6x", "gddr6", "gddr7", "显卡名称", "名称", "model", "总价", "合计", "total", "的", "钱")
	for word, c := range map[string]class{
		"/": slash, "-": dash, "~": dash, "至": dash, "到": dash, "to": dash, "(": opening, ")": closing, "[": opening, "]": closing, "【": opening, "】": closing,
		",": breaking, ";": breaking, "|": breaking, "。": breaking, "、": breaking, "!": breaking, "?": breaking, "\t": breaking,
		"·": punctuation, "・": punctuation, ":": punctuation, "•": punctuation, "+": punctuation, "=": punctuation, "_": punctuation, ".": punctuation, "\"": punctuation, "'": punctuation,
		"“": punctuation, "”": punctuation, "「": punctuation, "」": punctuation, "#": punctuation, "&": punctuation, "@": punctuation, "<": punctuation, ">": punctuation, "\\": punctuation, "^": punctuation, "`": punctuation, "{": opening, "}": closing,
	} {
		l.add(word, meaning{c, ""})
	}
}
