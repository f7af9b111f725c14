import { Button } from '@mantine/core'
import { useState } from 'react'
import { messageOf } from '../../lib/api.ts'
import { formatDate } from '../../lib/dates.ts'

import css from './Demo.module.css'
import { SampleList } from './SampleLink.tsx'

/** On the sign-in of a demo: the way in by one click, and files to try. */
export function DemoWelcome({ day, onVisit }: { day: string; onVisit: () => Promise<void> }) {
  const [state, setState] = useState<'idle' | 'entering' | { failed: string }>('idle')
  const enter = () => {
    setState('entering')
    onVisit().catch((error: unknown) =>
      setState({ failed: messageOf(error, 'The demo could not be opened.') }),
    )
  }
  return (
    <section className={css.welcome} aria-labelledby="demo-welcome">
      <h2 id="demo-welcome">This is a demo</h2>
      <p>
        Four made-up funds of two entities, as on {formatDate(day)}: October is closed, November has three
        things to do.
      </p>
      <Button fullWidth onClick={enter} loading={state === 'entering'}>
        Look around
      </Button>
      {typeof state === 'object' && <p role="alert">{state.failed}</p>}
      <h3>Files to drop</h3>
      <SampleList />
    </section>
  )
}
