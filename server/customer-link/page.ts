import { formatPhone } from '#contract/format-phone.ts'
import type { MoveOf } from '#contract/module.ts'
import { isCovered, pricedJob } from '#contract/modules/service/maintenance-rules.ts'
import { maintenance, type Maintenance } from '#contract/modules/service/maintenance.ts'
import { paperFormat } from '#contract/paper-format.ts'
import { stageAllows } from '#contract/record-rules.ts'
import type { Deed } from './deeds.ts'
import { html, type Html } from './html.ts'
import { slotsFrom } from './slots.ts'
import { steps, told } from './stages.ts'

/** What the page says, besides the job. */
export type Around = {
  company: string
  phone: string | null
  currency: string
  timeZone: string
  now: Date
  /** What the device is called. */
  device: string | null
  /** Names of the parts, by their number. */
  parts: ReadonlyMap<number, string>
}

/** What was pressed, and why it was not done: what was typed stays. */
export type Refused = { deed: Deed; message: string; form: Readonly<Record<string, string>> }

const document = (title: string, around: Pick<Around, 'company'>, body: Html): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        <title>${title} · ${around.company}</title>
        <link rel="stylesheet" href="/c/style.css" />
      </head>
      <body>
        <main>${body}</main>
      </body>
    </html>`.markup

const callUs = ({ company, phone }: Pick<Around, 'company' | 'phone'>) =>
  phone ? html`<p>Call ${company}: <a href="tel:${phone}">${formatPhone(phone)}</a></p>` : html`<p>Ask ${company}.</p>`

/** A link that opens nothing: never was, was taken back, or is over. */
export const nothingPage = (around: Pick<Around, 'company' | 'phone'>): string =>
  document(
    'Link not valid',
    around,
    html`<header>${around.company}</header>
      <section>
        <h1>This link does not work any more</h1>
        <p>It may have ended, or there is a newer one.</p>
        ${callUs(around)}
      </section>`,
  )

/** Something is not right here, or too much was asked at once: nothing was done, and trying again may do it. */
export const failedPage = (around: Pick<Around, 'company' | 'phone'>, message: string): string =>
  document(
    'Not now',
    around,
    html`<header>${around.company}</header>
      <section>
        <h1>This did not work</h1>
        <p role="alert">${message}</p>
        <p>Go back and try again in a minute.</p>
        ${callUs(around)}
      </section>`,
  )

/** A job as its customer sees it: where it stands, what it costs, and what they can decide. */
export function jobPage(job: Maintenance, around: Around, refused: Refused | null): string {
  const { step, says } = told[job.stage]
  return document(
    job.number ?? 'Your repair',
    around,
    html`<header>${around.company}</header>
      <h1>${around.device ?? 'Your device'} <span class="number">${job.number}</span></h1>
      <section>
        ${
          job.stage !== 'cancelled' &&
          html`<ol>
            ${steps.map(
              (name, at) =>
                html`<li class="${at <= step ? 'done' : ''}" ${at === step && html`aria-current="step"`}>${name}</li>`,
            )}
          </ol>`
        }
        <h2>${says}</h2>
        ${promise(job, around)}${job.serial && html`<p class="muted">Serial number ${job.serial}</p>`}
        ${
          job.problems.length > 0 &&
          html`<p class="muted">${job.problems.flatMap(({ text }) => (text ? [text] : [])).join(', ')}</p>`
        }
      </section>
      ${estimate(job, around, refused)}${slot(job, around, refused)}${rating(job, refused)}
      <section>${callUs(around)}</section>`,
  )
}

const may = (job: Maintenance, move: MoveOf<typeof maintenance>) => stageAllows(maintenance.moves![move], job)

const whyNot = (deed: Deed, refused: Refused | null) =>
  refused?.deed === deed && html`<p class="bad" role="alert">${refused.message}</p>`
const typed = (deed: Deed, name: string, refused: Refused | null) =>
  (refused?.deed === deed && refused.form[name]) || ''

function promise({ promisedAt, handedOverAt, stage }: Maintenance, { timeZone }: Around): Html | false {
  if (!promisedAt || handedOverAt || stage === 'cancelled') return false
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone })
  return html`<p>Promised for ${day.format(new Date(promisedAt))}</p>`
}

function estimate(job: Maintenance, around: Around, refused: Refused | null): Html | false {
  if (job.estimate === null) return false
  const { plain, sign } = paperFormat('en-IN', around.currency)
  const money = (amount: number) => `${sign}${plain(amount)}`
  const names = [
    ...job.parts.map(({ part, qty }) => `${qty} × ${around.parts.get(part) ?? 'Part'}`),
    ...job.labour.map(({ minutes }) => `Work, ${minutes} minutes`),
    ...job.charges.map(({ label }) => label),
  ]
  const prices = pricedJob(job)
  const lines = [...job.parts, ...job.labour, ...job.charges].map((line, at) => ({
    name: names[at]!,
    says: isCovered(job.cover, line) ? 'Covered' : money(prices[at]!.qty * prices[at]!.unitPrice),
  }))
  // What was estimated is told line by line only as long as the lines come to it.
  const isWhole = job.total === job.estimate
  return html`<section>
    <h2>What it costs</h2>
    <table>
      ${
        isWhole &&
        lines.map(
          ({ name, says }) =>
            html`<tr>
              <th scope="row">${name}</th>
              <td>${says}</td>
            </tr>`,
        )
      }
      <tr>
        <th scope="row">Estimate, with tax</th>
        <td>${money(job.estimate)}</td>
      </tr>
    </table>
    ${decision(job, money(job.estimate), refused)}
  </section>`
}

function decision(job: Maintenance, sum: string, refused: Refused | null): Html | false {
  const { decidedBy, declineReason } = job
  if (decidedBy)
    return declineReason
      ? html`<p class="bad">Declined by ${decidedBy}: ${declineReason}</p>`
      : html`<p class="good">Approved by ${decidedBy}</p>`
  if (!may(job, 'approve')) return false
  const name = typed('estimate', 'name', refused) || job.name
  const isDeclining = refused?.form.decision === 'decline'
  const why = whyNot('estimate', refused)
  return html`${!isDeclining && why}
    <form method="post" action="?deed=estimate">
      <input type="hidden" name="total" value="${job.estimate}" />
      <label>Your name <input name="name" maxlength="120" required autocomplete="name" value="${name}" /></label>
      <button class="main" name="decision" value="approve">Approve ${sum}</button>
    </form>
    <details ${isDeclining && html`open`}>
      <summary>Decline the estimate</summary>
      ${isDeclining && why}
      <form method="post" action="?deed=estimate">
        <input type="hidden" name="total" value="${job.estimate}" />
        <label>Your name <input name="name" maxlength="120" required autocomplete="name" value="${name}" /></label>
        <label>
          Why?
          <textarea name="reason" rows="3" maxlength="300" required>${typed('estimate', 'reason', refused)}</textarea>
        </label>
        <button name="decision" value="decline">Decline</button>
      </form>
    </details>`
}

function slot(job: Maintenance, { now, timeZone }: Around, refused: Refused | null): Html | false {
  if (!may(job, 'chooseSlot')) return false
  const slots = slotsFrom(now, timeZone)
  const time = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short', timeZone })
  return html`<section>
    <h2>When may we fetch it?</h2>
    ${job.scheduledAt && html`<p>Chosen: from ${time.format(new Date(job.scheduledAt))}</p>`} ${whyNot('slot', refused)}
    <form method="post" action="?deed=slot">
      <label>
        Time
        <select name="at" required>
          ${slots.map(
            ({ at, says }) => html`<option value="${at}" ${at === job.scheduledAt && html`selected`}>${says}</option>`,
          )}
        </select>
      </label>
      <button class="main">${job.scheduledAt ? 'Change the time' : 'Choose this time'}</button>
    </form>
  </section>`
}

function rating(job: Maintenance, refused: Refused | null): Html | false {
  if (job.rating !== null)
    return html`<section>
      <h2>Thank you</h2>
      <p>You gave us ${job.rating} of 5.</p>
    </section>`
  if (!may(job, 'rate')) return false
  const chosen = typed('rating', 'rating', refused)
  return html`<section>
    <h2>How did we do?</h2>
    ${whyNot('rating', refused)}
    <form method="post" action="?deed=rating">
      <fieldset>
        <legend>5 is best</legend>
        <div class="marks">
          ${[1, 2, 3, 4, 5].map(
            mark =>
              html`<label>
                ${mark}
                <input
                  type="radio"
                  name="rating"
                  value="${mark}"
                  required
                  ${chosen === String(mark) && html`checked`}
                />
              </label>`,
          )}
        </div>
      </fieldset>
      <label>
        Anything to add?
        <textarea name="feedback" rows="3" maxlength="300">${typed('rating', 'feedback', refused)}</textarea>
      </label>
      <button class="main">Send</button>
    </form>
  </section>`
}
