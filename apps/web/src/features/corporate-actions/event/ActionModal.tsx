import { type CorporateActionDetail, corporateActions } from '@em/contract/books/corporate-actions'
import { KINDS } from '@em/contract/corporate-actions/kinds'
import { labelOf } from '@em/contract/corporate-actions/typed-form'
import { Anchor, Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { formatMoment } from '../../../lib/dates.ts'
import { useMay } from '../../../lib/may.ts'
import { useRoute } from '../../../lib/query.ts'
import { AuditButton } from '../../../places/AuditButton.tsx'
import { hrefOf } from '../../../places/places.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Modal } from '../../../ui/Dialog.tsx'
import { DialogActions } from '../../../ui/DialogActions.tsx'
import eventsCss from '../../../ui/Events.module.css'
import { DateText } from '../../../ui/Numbers.tsx'
import { Section } from '../../../ui/Page.tsx'
import { Loaded, Skeletons } from '../../../ui/States.tsx'
import { Status } from '../../../ui/Status.tsx'
import { useLast } from '../../../ui/useLast.ts'
import { isToProcess, STATE_WORDS, stepWord } from '../form/kinds.ts'
import { AllotDialog } from './allotments/AllotDialog.tsx'
import { type DeedWord, deedsOf } from './deeds.ts'
import { EditDialog } from './EditDialog.tsx'
import { Entitlements } from './Entitlements.tsx'
import css from './Event.module.css'
import { ElectionsDialog } from './elections/ElectionsDialog.tsx'
import { ReceiveDialog, WriteOffDialog } from './money/MoneyDialogs.tsx'
import { useEntitlements } from './OfPortfolio.tsx'
import { Warnings } from './Previewed.tsx'
import { ProcessDialog } from './ProcessDialog.tsx'
import { CancelDialog, ReverseDialog, TakeOutDialog } from './TakeBackDialog.tsx'
import { Figures, Terms, Theoretical } from './Terms.tsx'

interface ActionModalProps {
  /** Null keeps the dialog shut. */
  id: number | null
  /** What is asked for at once: "Process" in a row of a list. */
  deed?: DeedWord | null
  /** The portfolio that it is about: of a row of a list of receivables. */
  portfolioId?: string
  onClose: () => void
}

/** A corporate action: its terms, what each portfolio is entitled to, what happened, and what can be done. */
export function ActionModal({ id, deed = null, portfolioId, onClose }: ActionModalProps) {
  const shown = useLast(id)
  const query = useRoute(corporateActions.get, { params: { id: shown ?? 0 } }, { enabled: id !== null })
  const title = query.data?.title ?? 'Corporate action'
  return (
    <Modal opened={id !== null} onClose={onClose} title={title} size="80rem">
      <Loaded query={query} failed="Failed to load the corporate action">
        {(found) => (
          <Shown
            key={found.id}
            action={found}
            first={deed}
            onClose={onClose}
            {...(portfolioId === undefined ? {} : { portfolioId })}
          />
        )}
      </Loaded>
    </Modal>
  )
}

interface ShownProps {
  action: CorporateActionDetail
  first: DeedWord | null
  portfolioId?: string
  onClose: () => void
}

function Shown({ action, first, portfolioId, onClose }: ShownProps) {
  const may = useMay()
  const deeds = deedsOf(action).filter(({ call }) => may(call))
  const offered = (word: DeedWord | null) => (deeds.some((deed) => deed.word === word) ? word : null)
  const [doing, setDoing] = useState<DeedWord | null>(() => offered(first))
  const { word, tone } = STATE_WORDS[action.state]
  return (
    <Stack gap="lg">
      <p className={css.state}>
        <Status tone={tone}>{word}</Status>
        {isToProcess(action) && <Status tone="warn">Due to be processed</Status>}
        <span>
          {KINDS[action.kind].word}. Recorded by {action.recorded_by}, {formatMoment(action.recorded_at)}.
        </span>
      </p>
      {action.missing.length > 0 && action.state !== 'cancelled' && (
        <Banner tone="info">
          Before it can be processed, enter:{' '}
          {action.missing.map((name) => labelOf(action.kind, name)).join(', ')}.
        </Banner>
      )}
      <Warnings of={action.warnings} />
      {action.taken_on !== null && (
        <Banner tone="info">
          Open when the books of {action.portfolioName} began on <DateText value={action.taken_on} />. Change
          it, or take it out, under{' '}
          <Anchor
            fz="inherit"
            href={hrefOf('Accounting Entries', 'Opening Balances', { portfolio: action.portfolioId ?? '' })}
          >
            Opening Balances
          </Anchor>
          .
        </Banner>
      )}
      <Figures action={action} />
      <Section title="Terms">
        <Terms action={action} />
        <Theoretical action={action} />
      </Section>
      <Section title="Entitlements">
        <Entitlements action={action} />
      </Section>
      <Section title="What happened">
        <Steps steps={action.steps} />
      </Section>
      <DialogActions>
        <AuditButton entity="corporate-action" id={action.id} onLeave={onClose} />
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        {deeds.map((deed) => (
          <Button
            key={deed.word}
            variant={deed.main === true ? 'filled' : 'default'}
            {...(deed.danger === true ? { color: 'red' } : {})}
            onClick={() => setDoing(deed.word)}
          >
            {deed.label}
          </Button>
        ))}
      </DialogActions>
      {doing !== null && (
        <Doing
          action={action}
          word={doing}
          onClose={() => setDoing(null)}
          {...(portfolioId === undefined ? {} : { portfolioId })}
        />
      )}
    </Stack>
  )
}

interface DoingProps {
  action: CorporateActionDetail
  word: DeedWord
  portfolioId?: string
  onClose: () => void
}

/** The dialog of what was asked for. */
function Doing({ action, word, portfolioId, onClose }: DoingProps) {
  if (word === 'process') return <ProcessDialog action={action} onClose={onClose} />
  if (word === 'reverse') return <ReverseDialog action={action} onClose={onClose} />
  if (word === 'cancel') return <CancelDialog action={action} onClose={onClose} />
  if (word === 'edit')
    return KINDS[action.kind].hasOwnScreen === true ? null : (
      <EditDialog action={action} kind={action.kind} onClose={onClose} />
    )
  return (
    <OfPortfolios {...{ action, word, onClose }} {...(portfolioId === undefined ? {} : { portfolioId })} />
  )
}

/** What is done portfolio by portfolio: it begins with what each is entitled to. */
function OfPortfolios({ action, word, portfolioId, onClose }: DoingProps) {
  const query = useEntitlements(action.id)
  // What was read before the last act would begin the dialog with figures that are no more.
  const [isFresh, setFresh] = useState(!query.isFetching)
  if (!isFresh && !query.isFetching) setFresh(true)
  if (query.data === undefined || !isFresh)
    return (
      <Modal opened onClose={onClose} title={action.title} size="lg">
        <Loaded query={query} failed="Failed to load the entitlements">
          {() => <Skeletons rows={3} />}
        </Loaded>
      </Modal>
    )
  const given = {
    action,
    entitlements: query.data,
    onClose,
    ...(portfolioId === undefined ? {} : { portfolioId }),
  }
  if (word === 'elect') return <ElectionsDialog action={action} entitlements={query.data} onClose={onClose} />
  if (word === 'take-out')
    return <TakeOutDialog action={action} entitlements={query.data} onClose={onClose} />
  if (word === 'allot') return <AllotDialog {...given} />
  if (word === 'receive') return <ReceiveDialog {...given} />
  return <WriteOffDialog {...given} />
}

/** What happened to it, the latest first. */
function Steps({ steps }: { steps: CorporateActionDetail['steps'] }) {
  return (
    <ol className={eventsCss.events}>
      {steps.toReversed().map((step, place) => (
        <li key={place}>
          <strong>{stepWord(step.what)}</strong>
          {step.detail !== null && `: ${step.detail}`}
          <div className={css.quiet}>
            {step.by}, <DateText value={step.at} time />
          </div>
        </li>
      ))}
    </ol>
  )
}
