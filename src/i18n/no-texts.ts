import { buttonLook } from '#src/ui/button-look.ts'

let asking: Promise<void> | null = null

/** Says over the page, in words that need no file, that its texts did not arrive. Over when the person wants to try again. */
export const sayNoTexts = (): Promise<void> =>
  (asking ??= new Promise<void>(resolve => {
    const page = document.createElement('section')
    page.role = 'alert'
    page.lang = 'en'
    page.dir = 'ltr'
    page.className =
      'fixed inset-0 z-(--z-overlay) grid place-content-center justify-items-center gap-3 bg-bg p-gutter text-center'
    const say = (tag: string, words: string, className = '') => {
      const element = document.createElement(tag)
      Object.assign(element, { textContent: words, className })
      page.append(element)
      return element
    }
    say('h1', 'The texts of this page did not arrive')
    say('p', 'Check the connection, then try again. What is kept on this device is not lost.', 'max-w-120 text-muted')
    const again = say('button', 'Try again', buttonLook({ variant: 'primary' }))
    again.addEventListener('click', () => {
      page.remove()
      asking = null
      resolve()
    })
    document.body.append(page)
    again.focus()
  }))
