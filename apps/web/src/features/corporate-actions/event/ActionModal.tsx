import {
  type CorporateAction,
  type CorporateActionDetail,
  corporateActions,
} from '@em/contract/corporate-actions/corporate-actions'
import { KINDS } from '@em/contract/corporate-actions/kinds'
import {
  labelOf,
  type NamedField,
  REMARKS_FIELD,
  termFieldsOf,
} from '@em/contract/corporate-actions/typed-form'
import { Anchor, Button, Stack } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { formatMoment } from '../../../lib/dates.ts'
import { type Needs, useMay } from '../../../lib/may.ts'
import { formatNumber, groupNumeral, numeralOf } from '../../../lib/numerals.ts'
import { useRoute } from '../../../lib/query.ts'
import { AuditButton } from '../../../links/AuditButton.tsx'
import { SecurityLink } from '../../../links/SecurityLink.tsx'
import { hrefOf } from '../../../links/tabs.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Modal } from '../../../ui/Dialog.tsx'
import { DialogActions } from '../../../ui/DialogActions.tsx'
import eventsCss from '../../../ui/Events.module.css'
import { FactPairs } from '../../../ui/Facts.tsx'
import { Amount, DateText, Price, Quantity } from '../../../ui/Numbers.tsx'
import { Section } from '../../../ui/Page.tsx'
import { Loaded, Skeletons } from '../../../ui/States.tsx'
import { Status } from '../../../ui/Status.tsx'
import { useLast } from '../../../ui/useLast.ts'
import { isToProcess, STATE_WORDS, stepWord } from '../form/kinds.ts'
import { AllotDialog } from './allotments/AllotDialog.tsx'
import { EditDialog } from './EditDialog.tsx'
import { Entitlements, useEntitlements, Warnings } from './Entitlements.tsx'
import css from './Event.module.css'
import { ElectionsDialog } from './elections/ElectionsDialog.tsx'
import { ReceiveDialog, WriteOffDialog } from './money/MoneyDialogs.tsx'
import { ProcessDialog } from './ProcessDialog.tsx'
import { CancelDialog, ReverseDialog, TakeOutDialog } from './TakeBackDialog.tsx'

/** The actions on an event, by its state; the rights of the call behind each decide who may take it. */

export const EVENT_ACTION_IDS = [
  'edit',
  'process',
  'elect',
  'take-out',
  'allot',
  'receive',
  'write-off',
  'reverse',
  'cancel',
] as const
export type EventActionId = (typeof EVENT_ACTION_IDS)[number]

export interface EventAction {
  readonly word: EventActionId
  readonly label: string
  readonly call: Needs
  /** The next step, rather than a way back. */
  readonly main?: true
  readonly danger?: true
}

const EVENT_ACTIONS: Readonly<Record<EventActionId, EventAction>> = {
  cancel: { word: 'cancel', label: 'Cancel event…', call: corporateActions.cancel, danger: true },
  reverse: { word: 'reverse', label: 'Reverse…', call: corporateActions.reverse, danger: true },
  edit: { word: 'edit', label: 'Edit…', call: corporateActions.change },
  'take-out': { word: 'take-out', label: 'Take Out…', call: corporateActions.takeOut },
  elect: { word: 'elect', label: 'Elections…', call: corporateActions.elect },
  'write-off': { word: 'write-off', label: 'Write Off…', call: corporateActions.writeOff },
  allot: { word: 'allot', label: 'Allot…', call: corporateActions.allot },
  receive: { word: 'receive', label: 'Confirm Receipt…', call: corporateActions.receive },
  process: { word: 'process', label: 'Process…', call: corporateActions.process, main: true },
}

/** The actions on an open item that are done under Opening Balances. */
const OF_OPENING: readonly EventActionId[] = ['cancel', 'reverse', 'edit']

/** A row of a list does not say what is recorded: it is taken out where the event is shown. */
type Standing = Pick<CorporateAction, 'kind' | 'state' | 'net' | 'outstanding' | 'portfolios'> &
  Partial<Pick<CorporateActionDetail, 'recorded_choices' | 'taken_on'>>

/** The actions that an event allows, ways back first, the next step last. */
export function eventActionsOf(action: Standing): readonly EventAction[] {
  const { state, outstanding, net } = action
  const { gives, elects, allots, hasOwnScreen } = KINDS[action.kind]
  const some = (word: EventActionId, offered: boolean): EventActionId[] => (offered ? [word] : [])
  const edit = some('edit', hasOwnScreen !== true)
  // Also after the last day: what was elected in time is recorded with its day.
  const elect = some('elect', elects !== undefined && action.portfolios > 0)
  const takeOut = some('take-out', (action.recorded_choices ?? 0) > 0)
  const allot = some('allot', allots !== undefined)
  const money = [
    ...some('write-off', outstanding > 0),
    // An assumed payment can still be confirmed, with the amount that really came.
    ...some('receive', outstanding !== 0 || (gives.money && allots === undefined && net !== 0)),
  ]
  const words: Readonly<Record<CorporateAction['state'], readonly EventActionId[]>> = {
    draft: ['cancel', ...edit],
    announced: ['cancel', ...takeOut, ...edit, ...elect, 'process'],
    entitled: ['cancel', 'reverse', ...edit, ...elect, ...allot, ...money],
    processed: ['cancel', 'reverse', ...edit, ...elect, ...money],
    cancelled: [],
  }
  // An open item is changed and taken out where it was entered.
  const isTakenOn = (action.taken_on ?? null) !== null
  return words[state]
    .filter((word) => !isTakenOn || !OF_OPENING.includes(word))
    .map((word) => EVENT_ACTIONS[word])
}

interface ActionModalProps {
  /** Null keeps the dialog shut. */
  id: number | null
  /** The action opened at once: "Process" in a row of a list. */
  eventAction?: EventActionId | null
  /** The portfolio that it is about: of a row of a list of receivables. */
  portfolioId?: string
  onClose: () => void
}

/** A corporate action: its terms, what each portfolio is entitled to, what happened, and what can be done. */
export function ActionModal({ id, eventAction = null, portfolioId, onClose }: ActionModalProps) {
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
            first={eventAction}
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
  first: EventActionId | null
  portfolioId?: string
  onClose: () => void
}

function Shown({ action, first, portfolioId, onClose }: ShownProps) {
  const may = useMay()
  const eventActions = eventActionsOf(action).filter(({ call }) => may(call))
  const offered = (word: EventActionId | null) =>
    eventActions.some((eventAction) => eventAction.word === word) ? word : null
  const [doing, setDoing] = useState<EventActionId | null>(() => offered(first))
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
        {eventActions.map((eventAction) => (
          <Button
            key={eventAction.word}
            variant={eventAction.main === true ? 'filled' : 'default'}
            {...(eventAction.danger === true ? { color: 'red' } : {})}
            onClick={() => setDoing(eventAction.word)}
          >
            {eventAction.label}
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
  word: EventActionId
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

/** Actions portfolio by portfolio: they begin with the entitlement of each. */
function OfPortfolios({ action, word, portfolioId, onClose }: DoingProps) {
  const query = useEntitlements(action.id)
  // Entitlements read before the last act would fill the dialog with former figures.
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

/** The history of the event, the latest step first. */
function Steps({ steps }: { steps: CorporateActionDetail['steps'] }) {
  return (
    <ol className={eventsCss.events}>
      {steps.toReversed().map((step, index) => (
        <li key={index}>
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

type Fact = readonly [label: string, value: ReactNode]

/** The particulars of the event: security, portfolio, figures. */
export function Figures({ action }: { action: CorporateActionDetail }) {
  const { gives, allots } = KINDS[action.kind]
  const { shares, money } = gives
  const hasEntitlements = action.state !== 'draft'
  const facts: Fact[] = [
    [
      'Security',
      action.securityCode === null ? (
        action.securityName
      ) : (
        <span key="security">
          <SecurityLink symbol={action.securityCode} /> {action.securityName}
        </span>
      ),
    ],
    ['Portfolio', action.portfolioName ?? 'All holders'],
    ...(hasEntitlements
      ? ([['Shares Held', <Quantity key="held" value={action.shares_held} />]] satisfies Fact[])
      : []),
    ...(hasEntitlements && shares
      ? ([['Entitled Shares', <Quantity key="shares" value={action.entitled_shares} />]] satisfies Fact[])
      : []),
    ...(hasEntitlements && allots !== undefined
      ? ([
          [allots.gross, <Amount key="gross" value={action.gross} unit="LKR" />],
          ['Refund Outstanding', <Amount key="outstanding" value={action.outstanding} unit="LKR" />],
        ] satisfies Fact[])
      : []),
    ...(hasEntitlements && money && allots === undefined
      ? ([
          ['Gross', <Amount key="gross" value={action.gross} unit="LKR" />],
          ['Tax', <Amount key="tax" value={action.tax} unit="LKR" />],
          ['Net', <Amount key="net" value={action.net} unit="LKR" />],
          ['Outstanding', <Amount key="outstanding" value={action.outstanding} unit="LKR" />],
        ] satisfies Fact[])
      : []),
  ]
  return <FactPairs className={css.facts} facts={facts} />
}

/** The terms as they were entered, without what is blank. */
export function Terms({ action }: { action: CorporateActionDetail }) {
  const facts = [...termFieldsOf(action.kind), REMARKS_FIELD].flatMap((field): Fact[] => {
    const value = action.form[field.name]
    if (value === undefined || value === null || value === '' || value === false) return []
    return [[field.label, shown(field, value)]]
  })
  return <FactPairs className={css.facts} facts={facts} />
}

function shown(field: NamedField, value: unknown): ReactNode {
  const text = String(value)
  if (field.type === 'flag') return 'Yes'
  if (field.type === 'date') return <DateText value={text} />
  if (field.type === 'money') return <Amount value={text} />
  if (field.type === 'price') return <Price value={text} />
  if (field.type === 'shares' || field.type === 'part') return <Quantity value={text} />
  if (field.type === 'percent') return `${numeral(text)}%`
  if (field.type === 'rate')
    return formatNumber(text, { decimals: Math.max(2, text.split('.')[1]?.length ?? 0) })
  return text
}

const numeral = (text: string) => (numeralOf(text) === null ? text : groupNumeral(text))

/** Of a rights issue: what a share and a right are worth by arithmetic. */
export function Theoretical({ action }: { action: CorporateActionDetail }) {
  const { theoretical } = action
  if (theoretical === null) return null
  return (
    <FactPairs
      className={css.facts}
      facts={[
        ['Rights Symbol', theoretical.rightsSymbol],
        ['Cum Price', <Price key="cum" value={theoretical.cumPrice} />],
        ['Theoretical Ex-rights Price', <Price key="terp" value={theoretical.terp} />],
        ['Value of a Right', <Price key="right" value={theoretical.rightValue} />],
      ]}
    />
  )
}
