import { Component, type ReactNode } from 'react'

type Props = {
  children: ReactNode
  /** What stands in its place; nothing, where that is not said. */
  renderBroken?: (error: unknown) => ReactNode
}

/** What breaks in it is reported and goes alone: the page around it stands. */
export class Alone extends Component<Props, { broken: { error: unknown } | null }> {
  static getDerivedStateFromError = (error: unknown) => ({ broken: { error } })
  override state: { broken: { error: unknown } | null } = { broken: null }

  override componentDidCatch(error: unknown) {
    reportError(error)
  }

  override render() {
    const { broken } = this.state
    return broken ? this.props.renderBroken?.(broken.error) : this.props.children
  }
}
