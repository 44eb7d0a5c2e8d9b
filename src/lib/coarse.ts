/** Is this a device for fingers, whose keyboard stands over half of the page? */
export const coarse = (): boolean => window.matchMedia?.('(pointer: coarse)').matches ?? false
