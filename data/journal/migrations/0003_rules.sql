-- How a platform bills beyond its rate, and the rate of exchange that a price in another currency was
-- valued at. README.md beside this file explains the columns.
ALTER TABLE quotes ADD COLUMN tier TEXT NOT NULL DEFAULT '';
ALTER TABLE quotes ADD COLUMN rules TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(rules));
ALTER TABLE quotes ADD COLUMN exchange TEXT NOT NULL DEFAULT '' CHECK (exchange = '' OR json_valid(exchange));
