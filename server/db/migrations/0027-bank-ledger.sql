-- What moved an account, day by day: pages and sums are read from this index alone.
create index payment_ledger on payment (bank, paid_on, id) include (amount, kind, reverses);
