-- What lists are narrowed, sorted and searched by: every one has its index (server/crud/list-indexes.ts derives them, a test compares).

-- Text as search knows it: case and accents folded, and what is beyond ASCII spelled by its bytes. Trigrams are made of
-- what the database's locale calls letters, which under C is ASCII alone.
create function search_key(value text) returns text
  language sql immutable parallel safe strict
  return encode(convert_to(public.sort_key(value), 'UTF8'), 'escape');

-- What search looks through stands beside each row, worked out by the database. History does not tell of it.
create or replace function record_remember() returns trigger language plpgsql as $$
declare
  context jsonb := caredesk_context();
  unsaid constant text[] := '{version,updated_at,updated_by,searched}';
  old_row jsonb := case when tg_op = 'INSERT' then '{}' else to_jsonb(old) - unsaid end;
  new_row jsonb := case when tg_op = 'DELETE' then '{}' else to_jsonb(new) - unsaid end;
  was jsonb := old_row;
  became jsonb := new_row;
  id bigint;
  version int;
begin
  if tg_op = 'DELETE' then
    id := old.id;
    version := old.version;
  else
    id := new.id;
    version := new.version;
  end if;
  -- A new row is told whole, and a deleted one.
  if tg_op = 'UPDATE' then
    select coalesce(jsonb_object_agg(key, old_row -> key), '{}'), coalesce(jsonb_object_agg(key, value), '{}')
    into was, became
    from jsonb_each(new_row)
    where value is distinct from old_row -> key;
  end if;
  insert into record_history
    (entity, record_id, version, action, actor, device_id, mid, request_id, offline, before, after)
  values (
    entity_of(tg_argv[0], old_row || new_row), id, version,
    case when tg_op = 'DELETE' then 'delete' else coalesce(context ->> 'action', 'sql') end,
    (context ->> 'actor')::bigint, (context ->> 'device')::uuid, (context ->> 'mid')::uuid,
    context ->> 'request', coalesce((context ->> 'offline')::boolean, false), was, became
  );
  return null;
end $$;

-- One index a table for all that is found by a part of it: words, tags and other several values, lines. Short lists of
-- what was just written keep reading fast.
drop index customer_search, dealer_branch_search, product_search, part_search, part_problem_search, unit_search, stock_move_search, bank_search, app_user_search, role_search, list_item_search;
drop index app_user_roles, app_user_inquiry_statuses, app_user_order_statuses, app_user_maintenance_statuses,
  app_user_sales_return_statuses, app_user_return_received_statuses, app_user_refund_statuses, app_user_inf_statuses;

-- == Customers =====================================================================
alter table customer add column searched text generated always as (
  search_key(' ' || coalesce("name", '')
  || ' ' || coalesce(translate(jsonb_path_query_array("phones", '$[*].number ? (@ != null)')::text, '[",]', '    '), '')
  || ' ' || coalesce(translate(jsonb_path_query_array("phones", '$[*].typed ? (@ != null)')::text, '[",]', '    '), '')
  || ' ' || coalesce(translate(jsonb_path_query_array("emails", '$[*].email ? (@ != null)')::text, '[",]', '    '), '')
  || ' ' || coalesce("tax_id", ''))
) stored;
create index customer_by_balance on customer ("balance", id);
create index customer_by_unit_count on customer ("unit_count", id);
create index customer_by_lifetime_value on customer ("lifetime_value", id);
create index customer_by_created_at on customer ("created_at", id);
create index customer_by_updated_at on customer ("updated_at", id);
create index customer_type on customer ("type");
create index customer_source on customer ("source");
create index customer_risk on customer ("risk");
create index customer_owner on customer ("owner");
create index customer_branch on customer ("branch");
create index customer_created_by on customer ("created_by");
create index customer_archived on customer (id) where archived_at is not null;
create index customer_search on customer using gin (
  searched gin_trgm_ops,
  "phones" jsonb_path_ops,
  "emails" jsonb_path_ops,
  "addresses" jsonb_path_ops,
  (search_key(translate(jsonb_path_query_array("addresses", '$[*].* ? (@.type() == "string")')::text, '[",]', '    '))) gin_trgm_ops,
  (search_key("language")) gin_trgm_ops,
  "consent",
  (search_key("risk_reason")) gin_trgm_ops,
  "tags",
  (array[case when "phones" = '[]' then '-phones' else 'phones' end, case when "emails" = '[]' then '-emails' else 'emails' end, case when "tax_id" is null then '-taxId' else 'taxId' end, case when "addresses" = '[]' then '-addresses' else 'addresses' end, case when "language" is null then '-language' else 'language' end, case when "consent" = '{}' then '-consent' else 'consent' end, case when "risk_reason" is null then '-riskReason' else 'riskReason' end, case when "tags" = '{}' then '-tags' else 'tags' end])
);

-- == Dealer branches ===============================================================
alter table dealer_branch add column searched text generated always as (
  search_key(' ' || coalesce("name", '')
  || ' ' || coalesce("phone", '')
  || ' ' || coalesce("email", ''))
) stored;
create index dealer_branch_by_created_at on dealer_branch ("created_at", id);
create index dealer_branch_does_service on dealer_branch ("does_service");
create index dealer_branch_active on dealer_branch ("active");
create index dealer_branch_created_by on dealer_branch ("created_by");
create index dealer_branch_archived on dealer_branch (id) where archived_at is not null;
create index dealer_branch_search on dealer_branch using gin (
  searched gin_trgm_ops,
  "address" jsonb_path_ops,
  (search_key("hours")) gin_trgm_ops,
  (search_key("note")) gin_trgm_ops,
  "tags",
  (array[case when "phone" is null then '-phone' else 'phone' end, case when "email" is null then '-email' else 'email' end, case when "address" is null then '-address' else 'address' end, case when "hours" is null then '-hours' else 'hours' end, case when "note" is null then '-note' else 'note' end, case when "tags" = '{}' then '-tags' else 'tags' end])
);

-- == Products ======================================================================
alter table product add column searched text generated always as (
  search_key(' ' || coalesce("name", '')
  || ' ' || coalesce("sku", '')
  || ' ' || coalesce("hsn", ''))
) stored;
create index product_by_sku on product ((sort_key("sku") collate "C"), id);
create index product_by_tax_rate on product ("tax_rate", id);
create index product_by_price on product ("price", id);
create index product_by_floor_price on product ("floor_price", id);
create index product_by_warranty_days on product ("warranty_days", id);
create index product_by_created_at on product ("created_at", id);
create index product_by_updated_at on product ("updated_at", id);
create index product_category on product ("category");
create index product_type on product ("type");
create index product_serialised on product ("serialised");
create index product_active on product ("active");
create index product_created_by on product ("created_by");
create index product_archived on product (id) where archived_at is not null;
create index product_search on product using gin (
  searched gin_trgm_ops,
  "colours",
  (search_key("description")) gin_trgm_ops,
  "parts" jsonb_path_ops,
  "tags",
  (array[case when "colours" = '{}' then '-colours' else 'colours' end, case when "hsn" is null then '-hsn' else 'hsn' end, case when "image" = '{}' then '-image' else 'image' end, case when "description" is null then '-description' else 'description' end, case when "parts" = '[]' then '-parts' else 'parts' end, case when "tags" = '{}' then '-tags' else 'tags' end])
);

-- == Parts =========================================================================
alter table part add column searched text generated always as (
  search_key(' ' || coalesce("name", '')
  || ' ' || coalesce("code", '')
  || ' ' || coalesce("barcode", ''))
) stored;
create index part_by_code on part ((sort_key("code") collate "C"), id);
create index part_by_cost on part ("cost", id);
create index part_by_price on part ("price", id);
create index part_by_tax_rate on part ("tax_rate", id);
create index part_by_minimum on part ("minimum", id);
create index part_by_on_hand on part ("on_hand", id);
create index part_by_created_at on part ("created_at", id);
create index part_by_updated_at on part ("updated_at", id);
create index part_active on part ("active");
create index part_low on part ("low");
create index part_created_by on part ("created_by");
create index part_archived on part (id) where archived_at is not null;
create index part_search on part using gin (
  searched gin_trgm_ops,
  "fits",
  "tags",
  (array[case when "fits" = '{}' then '-fits' else 'fits' end, case when "barcode" is null then '-barcode' else 'barcode' end, case when "image" = '{}' then '-image' else 'image' end, case when "tags" = '{}' then '-tags' else 'tags' end])
);

-- == What goes wrong with parts ====================================================
alter table part_problem add column searched text generated always as (
  search_key(' ' || coalesce("problem", ''))
) stored;
create index part_problem_by_default_charge on part_problem ("default_charge", id);
create index part_problem_by_created_at on part_problem ("created_at", id);
create index part_problem_by_updated_at on part_problem ("updated_at", id);
create index part_problem_part on part_problem ("part");
create index part_problem_covered_by_warranty on part_problem ("covered_by_warranty");
create index part_problem_active on part_problem ("active");
create index part_problem_created_by on part_problem ("created_by");
create index part_problem_archived on part_problem (id) where archived_at is not null;
create index part_problem_search on part_problem using gin (
  searched gin_trgm_ops,
  (search_key("usual_fix")) gin_trgm_ops,
  "tags",
  (array[case when "usual_fix" is null then '-usualFix' else 'usualFix' end, case when "tags" = '{}' then '-tags' else 'tags' end])
);

-- == Devices =======================================================================
alter table unit add column searched text generated always as (
  search_key(' ' || coalesce("serial", ''))
) stored;
create index unit_by_sold_at on unit ("sold_at", id);
create index unit_by_delivered_at on unit ("delivered_at", id);
create index unit_by_warranty_start on unit ("warranty_start", id);
create index unit_by_warranty_end on unit ("warranty_end", id);
create index unit_by_last_check on unit ("last_check", id);
create index unit_by_created_at on unit ("created_at", id);
create index unit_by_updated_at on unit ("updated_at", id);
create index unit_stage on unit ("stage");
create index unit_product on unit ("product");
create index unit_colour on unit ("colour");
create index unit_customer on unit ("customer");
create index unit_warranty_basis on unit ("warranty_basis");
create index unit_replaces on unit ("replaces");
create index unit_grade on unit ("grade");
create index unit_holder on unit ("holder");
create index unit_replaced_by on unit ("replaced_by");
create index unit_warranty_void on unit ("warranty_void");
create index unit_created_by on unit ("created_by");
create index unit_archived on unit (id) where archived_at is not null;
create index unit_search on unit using gin (
  searched gin_trgm_ops,
  (search_key("note")) gin_trgm_ops,
  "tags",
  (array[case when "note" is null then '-note' else 'note' end, case when "tags" = '{}' then '-tags' else 'tags' end])
);

-- == Stock moves ===================================================================
alter table stock_move add column searched text generated always as (
  search_key(' ' || coalesce("number", '')
  || ' ' || coalesce("note", ''))
) stored;
create index stock_move_by_qty on stock_move ("qty", id);
create index stock_move_by_at on stock_move ("at", id);
create index stock_move_by_made_by on stock_move ("made_by", id);
create index stock_move_by_created_at on stock_move ("created_at", id);
create index stock_move_by_updated_at on stock_move ("updated_at", id);
create index stock_move_unit on stock_move ("unit");
create index stock_move_part on stock_move ("part");
create index stock_move_from on stock_move ("from");
create index stock_move_to on stock_move ("to");
create index stock_move_cause on stock_move ("cause");
create index stock_move_created_by on stock_move ("created_by");
create index stock_move_archived on stock_move (id) where archived_at is not null;
create index stock_move_search on stock_move using gin (
  searched gin_trgm_ops,
  (search_key("made_by_module")) gin_trgm_ops,
  (array[case when "note" is null then '-note' else 'note' end, case when "number" is null then '-number' else 'number' end, case when "made_by_module" is null then '-madeByModule' else 'madeByModule' end])
);

-- == Bank accounts =================================================================
alter table bank add column searched text generated always as (
  search_key(' ' || coalesce("name", '')
  || ' ' || coalesce("bank_branch", '')
  || ' ' || coalesce("ifsc", ''))
) stored;
create index bank_by_opening_balance on bank ("opening_balance", id);
create index bank_by_created_at on bank ("created_at", id);
create index bank_by_updated_at on bank ("updated_at", id);
create index bank_active on bank ("active");
create index bank_created_by on bank ("created_by");
create index bank_archived on bank (id) where archived_at is not null;
create index bank_search on bank using gin (
  searched gin_trgm_ops,
  (search_key("account_holder")) gin_trgm_ops,
  (search_key("account_number")) gin_trgm_ops,
  (search_key("upi_id")) gin_trgm_ops,
  "tags",
  (search_key("account_end")) gin_trgm_ops,
  (array[case when "bank_branch" is null then '-bankBranch' else 'bankBranch' end, case when "ifsc" is null then '-ifsc' else 'ifsc' end, case when "account_holder" is null then '-accountHolder' else 'accountHolder' end, case when "account_number" is null then '-accountNumber' else 'accountNumber' end, case when "upi_id" is null then '-upiId' else 'upiId' end, case when "tags" = '{}' then '-tags' else 'tags' end, case when "account_end" is null then '-accountEnd' else 'accountEnd' end])
);

-- == Users =========================================================================
alter table app_user add column searched text generated always as (
  search_key(' ' || coalesce("name", '')
  || ' ' || coalesce("username", '')
  || ' ' || coalesce("email", '')
  || ' ' || coalesce("phone", ''))
) stored;
create index app_user_by_username on app_user ((sort_key("username") collate "C"), id);
create index app_user_by_created_at on app_user ("created_at", id);
create index app_user_any_status on app_user ("any_status");
create index app_user_created_by on app_user ("created_by");
create index app_user_archived on app_user (id) where archived_at is not null;
create index app_user_search on app_user using gin (
  searched gin_trgm_ops,
  "roles",
  "notification_permission",
  "inquiry_statuses",
  "order_statuses",
  "maintenance_statuses",
  "sales_return_statuses",
  "return_received_statuses",
  "refund_statuses",
  "inf_statuses",
  (array[case when "phone" is null then '-phone' else 'phone' end, case when "roles" = '{}' then '-roles' else 'roles' end, case when "notification_permission" = '{}' then '-notificationPermission' else 'notificationPermission' end, case when "inquiry_statuses" = '{}' then '-inquiryStatuses' else 'inquiryStatuses' end, case when "order_statuses" = '{}' then '-orderStatuses' else 'orderStatuses' end, case when "maintenance_statuses" = '{}' then '-maintenanceStatuses' else 'maintenanceStatuses' end, case when "sales_return_statuses" = '{}' then '-salesReturnStatuses' else 'salesReturnStatuses' end, case when "return_received_statuses" = '{}' then '-returnReceivedStatuses' else 'returnReceivedStatuses' end, case when "refund_statuses" = '{}' then '-refundStatuses' else 'refundStatuses' end, case when "inf_statuses" = '{}' then '-infStatuses' else 'infStatuses' end])
);

-- == Roles =========================================================================
alter table role add column searched text generated always as (
  search_key(' ' || coalesce("name", '')
  || ' ' || coalesce("about", ''))
) stored;
create index role_by_created_at on role ("created_at", id);
create index role_created_by on role ("created_by");
create index role_archived on role (id) where archived_at is not null;
create index role_search on role using gin (
  searched gin_trgm_ops,
  "permissions",
  "own_only",
  "branch_only",
  "approves",
  (array[case when "about" is null then '-about' else 'about' end, case when "permissions" = '{}' then '-permissions' else 'permissions' end, case when "own_only" = '{}' then '-ownOnly' else 'ownOnly' end, case when "branch_only" = '{}' then '-branchOnly' else 'branchOnly' end, case when "approves" = '{}' then '-approves' else 'approves' end])
);

-- == Settings lists ================================================================
alter table list_item add column searched text generated always as (
  search_key(' ' || coalesce("label", '')
  || ' ' || coalesce("code", ''))
) stored;
create index list_item_archived on list_item (list, id) where archived_at is not null;
create index list_item_search on list_item using gin (
  searched gin_trgm_ops
);
