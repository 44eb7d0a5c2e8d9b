/** Addresses that are ours, beside those of the client, and why each is there. */
export const ownRoutes: Record<string, string> = {
  '/settings': 'A way into the settings lists where there is no room for their navigation: phones, the app shortcut.',
  '/profile':
    'What everybody looks after themselves: name, picture, password, where they are signed in. No page of the client has it.',
  '/diagnostics':
    'How this device is: storage, unsent work, versions. What somebody who is asked for help wants to know.',
  '/outbox':
    'What was done on this device and is not on the server yet, and what has to be decided about it. The client asks for work offline.',
  '/search': 'All that a search finds, grouped by what it is. The client asks for a search over everything.',
  '/unit/unit-list':
    'Every device with a serial number. The client names no page for what ties sales and service together.',
  '/unit/unit-create': 'A device that came in without an order.',
  '/unit/unit-edit/:id': 'What was typed wrong about a device.',
  '/unit/unit-details/:id': 'The passport of a device: owner, warranty, everything that happened to it.',
  '/stock-move/stock-move-list': 'What went where: the ledger behind what is on hand.',
  '/stock-move/stock-move-create': 'A delivery, a count or a correction.',
  '/stock-move/product-stock/:id':
    'Where the pieces of a product are, by colour and place; goods are received and counted here.',
  '/stock-move/part-stock/:id':
    'How many of a part are in the warehouse and with each technician; they are handed out, taken back and counted here.',
  '/stock-move/my-stock':
    'What a technician has along. The specification asks for technicians’ stock and names no page.',
  '/stock-count/stock-count-list':
    'Every count of the stock. The specification asks for counting by scan and names no page for it.',
  '/stock-count/stock-count-create': 'What is to be counted: everything, or chosen products and parts.',
  '/stock-count/stock-count-edit/:id': 'What is counted after all, as long as somebody is still counting.',
  '/stock-count/stock-count-details/:id': 'How what was counted differs from what should be there, and its approval.',
  '/dispatch/dispatch-list':
    'What is to pack, to hand over and on its way, over all orders: the morning of a warehouse.',
  '/dispatch/dispatch-details/:id': 'One parcel: what is in it, who packed it, and what the courier told of it.',
  '/dispatch/dispatch-pick-list':
    'What to fetch for the parcels of ?ids=1,2, on paper. The specification names a pick list and no page for it.',
  '/dispatch/dispatch-manifest': 'What each courier takes of the parcels of ?ids=1,2, on paper, and signs for.',
  '/replacement/replacement-list':
    'Every replacement that is under way, and which old device is overdue. The client only names where one begins.',
  '/replacement/replacement-edit/:id': 'What was typed wrong about a replacement, until its device is set aside.',
  '/replacement/replacement-details/:id': 'Which device goes for which, where each of them is, and the next step.',
  '/labels':
    'Labels that wait on this device for a printer, of whatever has one. The specification asks for labels and names no page for many.',
  '/s/:code': 'What the QR code on a label says: leads to its record, on whatever device reads it.',
  '/order-invoice/order-invoice-print':
    'Invoices on paper, one or many (?ids=1,2). The specification asks for their print and names no page for it.',
  '/maintenance-invoice/maintenance-invoice-print':
    'Invoices of service jobs on paper, as those of orders are. The specification asks for their print and names no page for it.',
  '/dev/gallery': 'Every part in every state, for the people who build the app. Not in a shipped build.',
}
