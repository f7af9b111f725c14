import { Component, type ReactNode } from 'react'
import { ErrorState } from '../ui/States.tsx'

interface Props {
  /** A new key tries again by itself: another tab was opened. */
  place?: string
  children: ReactNode
}
interface State {
  failed: boolean
  place: string | undefined
}

/** Keeps a broken or unloadable part from taking the rest of the page with it. */
export class PartBoundary extends Component<Props, State> {
  override state: State = { failed: false, place: this.props.place }

  static getDerivedStateFromError(): Partial<State> {
    return { failed: true }
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    return props.place === state.place ? null : { failed: false, place: props.place }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <ErrorState
        title="This part could not be shown"
        message="What you saved is safe. Reload the page to try again."
        onRetry={() => window.location.reload()}
      />
    )
  }
}
