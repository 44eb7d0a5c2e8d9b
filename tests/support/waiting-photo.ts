/** A photo of a branch that waits to be sent, as the store of a device holds it. */
export const waitingPhoto = (changes: object = {}) => ({
  hash: 'h',
  mime: 'image/jpeg',
  bytes: new TextEncoder().encode('a photo').buffer,
  files: [901],
  uploads: [
    {
      id: 901,
      mid: crypto.randomUUID(),
      module: 'dealerBranch',
      path: '/dealer-branch',
      record: null,
      field: null,
      name: 'front.jpg',
      size: 7,
      hash: 'h',
      at: Date.now(),
      ...changes,
    },
  ],
})
