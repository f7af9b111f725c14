import { Component, type ReactNode } from 'react'
import { PartMissing, reportMissing } from '../lib/parts.ts'
import { ErrorState } from './States.tsx'

interface Props {
  /** A new key tries again: another tab was opened, a dialog was opened again. */
  part?: string
  /** Shows nothing in its place (dialogs, messages): a sentence across the page names what is missing. */
  quiet?: boolean
  children: ReactNode
}
interface State {
  failure: unknown
  part: string | undefined
}

/** Keeps a broken or unloadable part from taking the rest of the page with it. */
export class PartBoundary extends Component<Props, State> {
  override state: State = { failure: null, part: this.props.part }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { failure: error ?? new Error('unknown') }
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    return props.part === state.part ? null : { failure: null, part: props.part }
  }

  override componentDidCatch(error: unknown) {
    if (this.props.quiet === true) reportMissing(error)
  }

  override render() {
    const { failure } = this.state
    if (failure === null) return this.props.children
    if (this.props.quiet === true && failure instanceof PartMissing) return null
    const missing = failure instanceof PartMissing
    return (
      <ErrorState
        title={missing ? 'This part could not be loaded' : 'This part could not be shown'}
        message={missing ? failure.message : 'What you saved is safe. Reload the page to try again.'}
        retryLabel="Reload"
        onRetry={() => window.location.reload()}
      />
    )
  }
}
