/**
 * Signs that nobody sees in a name and that change what they see of it: they turn its direction (so that `fdp.exe` reads as
 * `exe.pdf`) or take up no room. The joiners of Indian scripts and of emoji are not among them.
 */
const UNSEEN = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g

/** A file's name as it reads. */
export const plainName = (name: string): string => name.replaceAll(UNSEEN, '')
