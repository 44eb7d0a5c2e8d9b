import type { House } from '#contract/calls/session.ts'

/** A file that goes with a mail. */
type Enclosed = { filename: string; content: Buffer; contentType: string }
export type Letter = { subject: string; text: string; attachments?: readonly Enclosed[]; messageId?: string }
type Person = { name: string; username: string }
type At = Pick<House, 'companyName' | 'timeZone'>

/** The mails that are sent. Plain text and short; every one says what to do if it was somebody else. */
export const letters = {
  reset: (person: Person, { companyName }: At, link: string): Letter => ({
    subject: `Choose a new password for ${companyName}`,
    text: letter(
      person,
      `A link was asked for to choose a new password for the account ${person.username} at ${companyName}.`,
      `Open it within 30 minutes; it works once:\n${link}`,
      'If you did not ask for it, do nothing: your password stays as it is.',
    ),
  }),
  invitation: (person: Person, { companyName }: At, link: string): Letter => ({
    subject: `Your account at ${companyName}`,
    text: letter(
      person,
      `An account was made for you at ${companyName}. Your username is ${person.username}.`,
      `Choose your password within 72 hours; the link works once:\n${link}`,
      'If you do not know why you get this, do nothing.',
    ),
  }),
  newDevice: (person: Person, at: At, device: string, when: Date): Letter => ({
    subject: `A new sign-in to ${at.companyName}`,
    text: letter(
      person,
      `Somebody signed in as ${person.username} on a device that was not used before: ${device}, ${said(when, at)}.`,
      'If it was not you, choose a new password at once: that ends every session.',
    ),
  }),
  passwordChanged: (person: Person, at: At, when: Date): Letter => ({
    subject: `Your password for ${at.companyName} was changed`,
    text: letter(
      person,
      `The password of the account ${person.username} was changed, ${said(when, at)}. Every other session has ended.`,
      'If it was not you, ask an administrator for help at once.',
    ),
  }),
  emailChanged: (person: Person, at: At, when: Date): Letter => ({
    subject: `Your e-mail address for ${at.companyName} was changed`,
    text: letter(
      person,
      `The account ${person.username} got another e-mail address, ${said(when, at)}. Mails no longer come here.`,
      'If it was not you, ask an administrator for help at once.',
    ),
  }),
  trial: (person: Person, { companyName }: At): Letter => ({
    subject: `A mail from ${companyName}`,
    text: letter(person, `This mail shows that ${companyName} can send mail.`),
  }),
}

const letter = (person: Person, ...paragraphs: string[]) =>
  [`Hello ${oneLine(person.name)},`, ...paragraphs].join('\n\n') + '\n'

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ')

const said = (when: Date, { timeZone }: At) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone }).format(when)
