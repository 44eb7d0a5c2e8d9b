-- What stands on labels is found along an index, also where no list is sorted by it.

create index dispatch_by_awb on dispatch ((sort_key("awb") collate "C"), id);
create index part_by_barcode on part ((sort_key("barcode") collate "C"), id);
create index inquiry_by_number on inquiry ((sort_key("number") collate "C"), id);
create index maintenance_by_serial on maintenance ((sort_key("serial") collate "C"), id);
