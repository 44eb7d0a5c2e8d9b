// The one list of the signs that nobody sees: spaces without width, marks for the direction of writing, fillers, joiners.

/** They join letters of Indian scripts and emoji, and belong to a text inside of it. */
const JOINERS = '\\u200c\\u200d'

/** As a part of a class of signs in a regular expression, without the joiners. */
const MARKS =
  '\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180e\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u2800\\u3164\\ufeff\\uffa0\\ufff9-\\ufffb'
export const UNSEEN = MARKS + JOINERS

const anywhere = new RegExp(`[${UNSEEN}]`, 'g')
const marks = new RegExp(`[${MARKS}]`, 'g')
/** What says how the sign before it looks, and control signs: alone they are nothing. */
const nothing = new RegExp(`^[\\s${UNSEEN}\\u0001-\\u001f\\u007f-\\u009f\\ufe00-\\ufe0f\\u{e0000}-\\u{e0fff}]*$`, 'u')

export const withoutUnseen = (text: string): string => text.replace(anywhere, '')
/** Without what turns the direction of a text or takes up no room; what joins its signs stays. */
export const withoutMarks = (text: string): string => text.replace(marks, '')
export const isUnseen = (text: string): boolean => nothing.test(text)
