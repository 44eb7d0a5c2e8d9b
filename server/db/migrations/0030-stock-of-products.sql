-- Goods without serial numbers are counted in the ledger, as parts are.
alter table product add column minimum double precision;
alter table product add column on_hand double precision;
alter table product add column low boolean;
create index product_by_minimum on product ("minimum", id);
create index product_by_on_hand on product ("on_hand", id);
create index product_low on product ("low");
alter table stock_move add column product bigint references product (id);
alter table stock_move add column colour bigint;
alter table stock_move add column counted double precision;
create index stock_move_by_counted on stock_move ("counted", id);
create index stock_move_product on stock_move ("product");
create index stock_move_colour on stock_move ("colour");
-- What of a record is still under way is asked at each of its moves.
create index stock_move_made_by on stock_move (made_by_module, made_by) where product is not null;
