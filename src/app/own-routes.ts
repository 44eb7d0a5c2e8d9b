/** Addresses that are ours, beside those of the client, and why each is there. */
export const ownRoutes: Record<string, string> = {
  '/settings': 'A way into the settings lists where there is no room for their navigation: phones, the app shortcut.',
  '/profile':
    'What everybody looks after themselves: name, picture, password, where they are signed in. No page of the client has it.',
  '/dev/gallery': 'Every part in every state, for the people who build the app. Not in a shipped build.',
}
