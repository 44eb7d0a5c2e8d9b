-- Couriers that the server asks by itself: where they answer, what was booked with them, and how parcels are followed.

alter table dispatch add column booked_at timestamptz(3);
alter table dispatch add column booking text;
alter table dispatch add column routing text;
drop index if exists dispatch_by_booked_at;
create index dispatch_by_booked_at on dispatch ("booked_at", id);
drop index if exists dispatch_search;
create index dispatch_search on dispatch using gin (searched gin_trgm_ops, "items" jsonb_path_ops, "parcels" jsonb_path_ops, (search_key("service")) gin_trgm_ops, (search_key("address")) gin_trgm_ops, "events" jsonb_path_ops, (search_key(translate(jsonb_path_query_array("events", '$[*].* ? (@.type() == "string")')::text, '[",]', '    '))) gin_trgm_ops, (search_key("note")) gin_trgm_ops, (search_key("received_by")) gin_trgm_ops, (search_key("booking")) gin_trgm_ops, (search_key("routing")) gin_trgm_ops, (search_key("lost_reason")) gin_trgm_ops, (array[case when "items" = '[]' then '-items' else 'items' end, case when "parcels" = '[]' then '-parcels' else 'parcels' end, case when "service" is null then '-service' else 'service' end, case when "awb" is null then '-awb' else 'awb' end, case when "name" is null then '-name' else 'name' end, case when "phone" is null then '-phone' else 'phone' end, case when "address" is null then '-address' else 'address' end, case when "pincode" is null then '-pincode' else 'pincode' end, case when "events" = '[]' then '-events' else 'events' end, case when "note" is null then '-note' else 'note' end, case when "number" is null then '-number' else 'number' end, case when "received_by" is null then '-receivedBy' else 'receivedBy' end, case when "booking" is null then '-booking' else 'booking' end, case when "routing" is null then '-routing' else 'routing' end, case when "lost_reason" is null then '-lostReason' else 'lostReason' end]));
alter table general_setting add column couriers jsonb not null default '[]';

-- == What was asked of couriers ==================================================
-- Written before the courier is asked and again before the dispatch is: neither a crash nor a second press books twice.
create table courier_booking (
  dispatch bigint primary key references dispatch (id) on delete cascade,
  courier bigint not null,
  key uuid not null,                  -- of this booking for the courier, however often it is asked
  state text not null check (state in ('asked', 'booked', 'written', 'refused', 'cancelled')),
  answer jsonb,                       -- what the courier said; not yet in the dispatch while it is booked
  busy_until timestamptz,             -- who asks has until then
  at timestamptz not null default now()
);
create index courier_booking_unwritten on courier_booking (at) where state = 'booked';

-- == Following parcels ===========================================================
-- When the courier is asked of a parcel again; never where it has told the end of that number.
create table parcel_watch (
  dispatch bigint primary key references dispatch (id) on delete cascade,
  awb text not null,
  asked_at timestamptz not null,
  next_at timestamptz
);
create index dispatch_followed on dispatch (courier, id)
  where awb is not null and archived_at is null and stage in ('handedOver', 'inTransit', 'outForDelivery', 'returning');
-- A courier that does not answer is left alone, for longer each time.
create table courier_rest (
  courier bigint primary key,
  failures int not null,
  until timestamptz not null
);
