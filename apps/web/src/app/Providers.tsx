import { MantineProvider } from '@mantine/core'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, Suspense, useState, useSyncExternalStore } from 'react'
import { type AskedFirst, askFirstBy } from '../lib/asked-first.ts'
import { type HeldWrite, whenHeld } from '../lib/held.ts'
import { lazyPart } from '../lib/parts.ts'
import { createQueryClient } from '../lib/query.ts'
import { hrefOf } from '../links/tabs.ts'
import { confirm, question, subscribeQuestion } from '../ui/confirm.tsx'
import { closeAsSaved, dialogOnTop } from '../ui/Dialog.tsx'
import { MissingPart } from '../ui/MissingPart.tsx'
import { messagesWanted, notify, subscribeMessages } from '../ui/notify.tsx'
import { PartBoundary } from '../ui/PartBoundary.tsx'
import { cssVariables, theme } from '../ui/theme.ts'
import css from './Providers.module.css'

const Messages = lazyPart(() => import('../ui/Messages.tsx'))
const ConfirmDialog = lazyPart(() => import('../ui/ConfirmDialog.tsx'))

const QUESTIONS: Readonly<Record<AskedFirst, { title: string; confirm: string }>> = {
  'period.locked': { title: 'The period is locked', confirm: 'Post on the first open day' },
  'prices.locked': { title: 'The period is locked', confirm: 'Open the period and change' },
  'reconciliation.signed-off-day': { title: 'The day is signed off', confirm: 'Save all the same' },
  'prices.unusual': { title: 'Record unusual prices?', confirm: 'Record' },
  'approval.asks': { title: 'Submit for approval?', confirm: 'Submit' },
  'approval.may-ask': { title: 'Submit for approval?', confirm: 'Submit' },
  'indices.unusual': { title: 'Record unusual values?', confirm: 'Record' },
}
askFirstBy((code, message, follows) =>
  confirm({
    ...QUESTIONS[code],
    message:
      follows.length === 0 ? (
        message
      ) : (
        <>
          {message}
          <ul className={css.follows}>
            {follows.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </>
      ),
  }),
)

whenHeld({
  origin: dialogOnTop,
  notify: ({ id, number }: HeldWrite, dialog) => {
    notify.success(`Submitted for approval ${number}`, {
      label: 'Request',
      href: hrefOf('Administration', 'Approvals', { request: String(id) }),
    })
    closeAsSaved(dialog)
  },
})

interface ProvidersProps {
  children: ReactNode
  /** Tests bring their own. */
  client?: QueryClient
  /** False: nothing moves, dialogs are there at once. */
  motion?: boolean
}

/** What every screen stands on: looks, server state, messages, questions. */
export function Providers({ children, client, motion = true }: ProvidersProps) {
  const [own] = useState(() => client ?? createQueryClient())
  return (
    <QueryClientProvider client={own}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        defaultColorScheme="auto"
        env={motion ? 'default' : 'test'}
      >
        {children}
        <Hosts />
      </MantineProvider>
    </QueryClientProvider>
  )
}

/** Messages and questions load with the first of them. */
function Hosts() {
  const messages = useSyncExternalStore(subscribeMessages, messagesWanted)
  const asked = useSyncExternalStore(subscribeQuestion, question)
  const [everAsked, setEverAsked] = useState(false)
  if (asked !== null && !everAsked) setEverAsked(true)
  return (
    <>
      <MissingPart />
      <PartBoundary quiet>
        <Suspense>{messages && <Messages />}</Suspense>
      </PartBoundary>
      <PartBoundary quiet>
        <Suspense>{everAsked && <ConfirmDialog question={asked} />}</Suspense>
      </PartBoundary>
    </>
  )
}
