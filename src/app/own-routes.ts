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
  '/dev/gallery': 'Every part in every state, for the people who build the app. Not in a shipped build.',
}
