import { Loader } from '@mantine/core'
import { Mark } from '../ui/Mark.tsx'

/** While the stored sign-in is validated and the first code arrives. */
export function LoadingScreen() {
  return (
    <div
      role="status"
      style={{
        minHeight: '100dvh',
        display: 'grid',
        placeContent: 'center',
        justifyItems: 'center',
        gap: '1rem',
      }}
    >
      <Mark size={40} />
      <span style={{ fontWeight: 600 }}>Equity Manager</span>
      <Loader size="sm" type="dots" aria-hidden="true" />
      <span className="em-visually-hidden">Loading...</span>
    </div>
  )
}
