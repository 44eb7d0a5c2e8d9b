import { Component, type ReactNode } from 'react'

/** What breaks in it is reported and goes alone: the page around it stands. */
export class Alone extends Component<{ children: ReactNode }, { broken: boolean }> {
  static getDerivedStateFromError = () => ({ broken: true })
  override state = { broken: false }

  override componentDidCatch(error: unknown) {
    reportError(error)
  }

  override render() {
    return this.state.broken ? null : this.props.children
  }
}
