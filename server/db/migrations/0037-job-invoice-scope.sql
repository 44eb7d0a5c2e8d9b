-- Who sees only their own jobs, or those of their branch, sees the invoices of these alone.
update role set own_only = array_append(own_only, 'maintenanceInvoice')
where 'maintenance' = any(own_only) and not ('maintenanceInvoice' = any(own_only || branch_only))
  and exists (select from unnest(permissions) as code where code like '41-%');
update role set branch_only = array_append(branch_only, 'maintenanceInvoice')
where 'maintenance' = any(branch_only) and not ('maintenanceInvoice' = any(own_only || branch_only))
  and exists (select from unnest(permissions) as code where code like '41-%');
