-- A count asks for one colour: the moves of all other colours are not read for it.
create index stock_move_product_colour on stock_move (product, colour) include (qty, "from", "to")
  where product is not null;
-- A product comes in few of all colours: believed to go together by chance, they look like more than they are.
create statistics stock_move_colours (dependencies, mcv) on product, colour from stock_move;
-- What has serial numbers is counted device by device.
update product set on_hand = null where serialised and on_hand is not null;
-- What follows from the update is done now: a table with work left to its triggers cannot be altered.
set constraints all immediate;
