-- What a courier keeps of what it brings, beside the amount.
alter table payment add column charges bigint;
create index payment_by_charges on payment ("charges", id);
-- Parcels are found by their number however its digits are grouped.
create index dispatch_by_awb_key on dispatch (courier, (upper(translate(awb, ' -', '')))) where awb is not null;
