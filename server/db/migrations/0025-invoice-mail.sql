-- invoice mail

alter table order_invoice add column seller_name text;
alter table order_invoice add column seller_address text;
alter table order_invoice add column seller_tax_id text;
alter table order_invoice add column seller_phone text;
alter table order_invoice add column bill_place text;
alter table order_invoice add column supply_to text;
alter table order_invoice add column mailing_to text;
alter table order_invoice add column mailed_to text;
alter table order_invoice add column mailed_at timestamptz(3);
alter table order_invoice add column mail_trouble text;
drop index if exists order_invoice_by_mailed_at;
create index order_invoice_by_mailed_at on order_invoice ("mailed_at", id);
drop index if exists order_invoice_search;
create index order_invoice_search on order_invoice using gin (searched gin_trgm_ops, "lines" jsonb_path_ops, (search_key(translate(jsonb_path_query_array("lines", '$[*].* ? (@.type() == "string")')::text, '[",]', '    '))) gin_trgm_ops, (search_key("reason")) gin_trgm_ops, (search_key("note")) gin_trgm_ops, (search_key("tax_id")) gin_trgm_ops, (search_key("address")) gin_trgm_ops, (search_key("ship_to")) gin_trgm_ops, (search_key("pincode")) gin_trgm_ops, (search_key("seller_name")) gin_trgm_ops, (search_key("seller_address")) gin_trgm_ops, (search_key("seller_tax_id")) gin_trgm_ops, (search_key("seller_phone")) gin_trgm_ops, (search_key("bill_place")) gin_trgm_ops, (search_key("supply_to")) gin_trgm_ops, (search_key("void_reason")) gin_trgm_ops, (search_key("mailing_to")) gin_trgm_ops, (search_key("mailed_to")) gin_trgm_ops, (search_key("mail_trouble")) gin_trgm_ops, (array[case when "lines" = '[]' then '-lines' else 'lines' end, case when "reason" is null then '-reason' else 'reason' end, case when "note" is null then '-note' else 'note' end, case when "number" is null then '-number' else 'number' end, case when "name" is null then '-name' else 'name' end, case when "phone" is null then '-phone' else 'phone' end, case when "tax_id" is null then '-taxId' else 'taxId' end, case when "address" is null then '-address' else 'address' end, case when "ship_to" is null then '-shipTo' else 'shipTo' end, case when "pincode" is null then '-pincode' else 'pincode' end, case when "seller_name" is null then '-sellerName' else 'sellerName' end, case when "seller_address" is null then '-sellerAddress' else 'sellerAddress' end, case when "seller_tax_id" is null then '-sellerTaxId' else 'sellerTaxId' end, case when "seller_phone" is null then '-sellerPhone' else 'sellerPhone' end, case when "bill_place" is null then '-billPlace' else 'billPlace' end, case when "supply_to" is null then '-supplyTo' else 'supplyTo' end, case when "void_reason" is null then '-voidReason' else 'voidReason' end, case when "mailing_to" is null then '-mailingTo' else 'mailingTo' end, case when "mailed_to" is null then '-mailedTo' else 'mailedTo' end, case when "mail_trouble" is null then '-mailTrouble' else 'mailTrouble' end]));
-- == Mails about records ===========================================================
-- Written down by the move that asks for one. None goes out twice: what a process had in hand when it ended is unsure, and given up.
create table mail_letter (
  id uuid primary key,                -- the key of the change that asked for it
  module text not null,
  record bigint not null,
  recipient text not null,
  message text,
  author bigint not null,
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'failed', 'unsure')),
  tries int not null default 0,
  due_at timestamptz(3) not null default now(),
  held_until timestamptz(3),
  trouble text,
  created_at timestamptz(3) not null default now(),
  ended_at timestamptz(3)
);
create index mail_letter_open on mail_letter (due_at) where ended_at is null;
