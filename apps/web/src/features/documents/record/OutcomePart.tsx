import type { DocumentRecorded, TradeDocumentDetail } from '@em/contract/documents/trade-documents'
import { Anchor, Button, Checkbox, Group } from '@mantine/core'
import { formatDate } from '../../../lib/dates.ts'
import { counted } from '../../../lib/numerals.ts'
import { hrefOf } from '../../../links/tabs.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Amount, Quantity } from '../../../ui/Numbers.tsx'
import { Section, StatCard, Stats } from '../../../ui/Page.tsx'
import { PRICES_CHECKED, type Tick, TickField } from '../../../ui/Tick.tsx'
import { WillWait } from '../../../ui/WillWait.tsx'
import { AddEquity, AddListed } from '../../equities/NewEquity.tsx'
import css from '../document/TradeReport.module.css'

/** Faults that are listed; the import history has all. */
const LISTED = 200

interface OutcomePartProps {
  answer: DocumentRecorded
  /** A security that lines name was added: they are checked again. */
  onAdded: () => void
  /** Lines of the cut-off list that are posted on the first open day. */
  openLines: ReadonlySet<number>
  onOpenLines: (lines: ReadonlySet<number>) => void
  /** For the warnings of a preview. */
  tick?: Tick
}

/** The effect of recording, or its result: counts, amounts, faults by line, and lines dated in a locked period. */
export function OutcomePart({ answer, onAdded, openLines, onOpenLines, tick }: OutcomePartProps) {
  const { dryRun, recorded, skipped, failed, changed, deleted, errors, locked, warnings } = answer
  const faults = [
    ...Map.groupBy(
      errors,
      ({ error, value }) =>
        `${error}${value === null || value === '' || error.includes(value) ? '' : ` (${value})`}`,
    ),
  ].map(([sentence, of]) => [sentence, of.map(({ row }) => row), of[0]] as const)
  const unusual = bySentence(warnings, ({ error }) => error)
  const withoutOrder = bySentence(answer.withoutOrder, ({ error }) => error)
  const cards: readonly (readonly [string, number, 'contracts' | 'trades'])[] = [
    [dryRun ? 'To record' : 'Recorded', recorded, 'contracts'],
    ['Skipped', skipped, 'contracts'],
    ['Failed', failed, 'contracts'],
    ['Changed', changed, 'trades'],
    ['Deleted', deleted, 'trades'],
  ]
  return (
    <Section title={dryRun ? 'Preview' : 'Result'}>
      <Stats>
        {cards.map(([label, value, unit]) => (
          <StatCard key={label} label={label} value={<Quantity value={value} />} note={unit} />
        ))}
      </Stats>
      {recorded > 0 && (
        <div className={css.sums}>
          <span>
            Bought: LKR <Amount value={answer.bought} />
          </span>
          <span>
            Sold: LKR <Amount value={answer.sold} />
          </span>
          <span>
            Fees: LKR <Amount value={answer.fees} />
          </span>
          <span>
            Capital gain: LKR <Amount value={answer.gain} signed />
          </span>
          {answer.affectedSales > 0 && (
            <span>
              {counted(answer.affectedSales, 'sale')} recorded earlier{' '}
              {answer.affectedSales === 1 ? 'gets' : 'get'} another cost
            </span>
          )}
        </div>
      )}
      {errors.length > 0 && (
        <Banner tone="error">
          {counted(failed, 'contract')} {dryRun ? 'cannot' : 'could not'} be recorded.
          {recorded > 0 && ` The others ${dryRun ? 'can' : 'were'}.`}
          <ul className={css.list}>
            {faults.slice(0, LISTED).map(([sentence, rows, first]) => (
              <li key={sentence}>
                {linesNamed(rows)}: {sentence}{' '}
                {dryRun && first && <AddUnknown fault={first} onAdded={onAdded} />}
              </li>
            ))}
          </ul>
          {faults.length > LISTED && `The first ${LISTED} are listed.`}
        </Banner>
      )}
      {unusual.length > 0 && (
        <Banner tone="warning">
          {counted(warnings.length, 'contract')} {dryRun ? 'can be' : 'were'} recorded but{' '}
          {warnings.length === 1 ? 'looks' : 'look'} unusual.
          <ul className={css.list}>
            {unusual.slice(0, LISTED).map(([sentence, rows]) => (
              <li key={sentence}>
                {linesNamed(rows)}: {sentence}
              </li>
            ))}
          </ul>
          {unusual.length > LISTED && `The first ${LISTED} are listed.`}
          {tick !== undefined && <TickField tick={tick} label={PRICES_CHECKED} />}
        </Banner>
      )}
      <WillWait preview={answer} />
      <LimitsOfContracts answer={answer} />
      <OrdersOfContracts orders={answer.orders} dryRun={dryRun} />
      {withoutOrder.length > 0 && (
        <Banner tone="warning">
          {counted(answer.withoutOrder.length, 'contract')} {dryRun ? 'can be' : 'were'} recorded without an
          order.
          <ul className={css.list}>
            {withoutOrder.slice(0, LISTED).map(([sentence, rows]) => (
              <li key={sentence}>
                {linesNamed(rows)}: {sentence}
              </li>
            ))}
          </ul>
        </Banner>
      )}
      {locked.length > 0 && (
        <CutOff locked={locked} dryRun={dryRun} openLines={openLines} onOpenLines={onOpenLines} />
      )}
    </Section>
  )
}

/** Contracts that exceed a limit: recorded all the same, with a breach. */
function LimitsOfContracts({ answer: { limits, limitsUntold } }: Pick<OutcomePartProps, 'answer'>) {
  if (limitsUntold)
    return (
      <Banner tone="info">
        So many contracts are not compared with limits. Breaches open when they are recorded.
      </Banner>
    )
  const sentences = bySentence(limits, ({ error }) => error)
  if (sentences.length === 0) return null
  const contracts = new Set(limits.map(({ row }) => row)).size
  return (
    <Banner tone="warning">
      {counted(contracts, 'contract')} {contracts === 1 ? 'exceeds' : 'exceed'} a limit. What was dealt is
      recorded all the same; it opens a breach.
      <ul className={css.list}>
        {sentences.slice(0, LISTED).map(([sentence, rows]) => (
          <li key={sentence}>
            {linesNamed(rows)}: {sentence}
          </li>
        ))}
      </ul>
    </Banner>
  )
}

/** Open orders that the contracts fit: proposed, and filled by a person on the order. */
function OrdersOfContracts({ orders, dryRun }: Pick<DocumentRecorded, 'orders' | 'dryRun'>) {
  if (orders.length === 0) return null
  return (
    <Banner tone="info">
      {counted(orders.length, 'contract')} {orders.length === 1 ? 'fits an open order' : 'fit open orders'}.{' '}
      {dryRun
        ? 'After recording, add them to their orders on Deal Slip.'
        : 'Add them to their orders on Deal Slip.'}
      <ul className={css.list}>
        {[...Map.groupBy(orders, ({ number }) => number)].slice(0, LISTED).map(([number, of]) => (
          <li key={number}>
            {linesNamed(of.map(({ row }) => row))}:{' '}
            <Anchor inherit href={hrefOf('Trade Capture', 'Deal Slip', { search: number })}>
              {number}
            </Anchor>
          </li>
        ))}
      </ul>
    </Banner>
  )
}

/** Adds the security that a line names: of the exchange's list by one click, another one in the dialog. */
function AddUnknown({
  fault: { value, proposals },
  onAdded,
}: {
  fault: DocumentRecorded['errors'][number]
  onAdded: () => void
}) {
  if (proposals === undefined || value === null) return null
  const listed = proposals.find(({ symbol, inBooks }) => !inBooks && symbol === value)
  if (listed !== undefined) return <AddListed listed={listed} onAdded={onAdded} />
  return <AddEquity text={value} onAdded={onAdded} />
}
/** The sentences about lines, each with its lines. */
const bySentence = (
  errors: DocumentRecorded['errors'],
  sentenceOf: (one: DocumentRecorded['errors'][number]) => string,
) =>
  [...Map.groupBy(errors, sentenceOf)].map(([sentence, of]) => [sentence, of.map(({ row }) => row)] as const)

const NAMED = 8

/** "Line 4", "Lines 4, 5 and 33 more". */
function linesNamed(rows: readonly number[]): string {
  if (rows.length === 1) return `Line ${rows[0] ?? ''}`
  const more = rows.length - NAMED
  return more > 0
    ? `Lines ${rows.slice(0, NAMED).join(', ')} and ${more} more`
    : `Lines ${rows.slice(0, -1).join(', ')} and ${rows.at(-1) ?? ''}`
}

interface CutOffProps extends Omit<OutcomePartProps, 'answer' | 'onAdded' | 'tick'> {
  locked: DocumentRecorded['locked']
  dryRun: boolean
}

/** Lines dated in a locked period: each is posted on the first open day, or left out. */
function CutOff({ locked, dryRun, openLines, onOpenLines }: CutOffProps) {
  const toggle = (row: number) => {
    const next = new Set(openLines)
    if (!next.delete(row)) next.add(row)
    onOpenLines(next)
  }
  return (
    <Banner tone="warning">
      {counted(locked.length, 'line')} {locked.length === 1 ? 'is' : 'are'} dated in a locked period.{' '}
      {dryRun
        ? 'Tick those to post on the first open day; the others are left out.'
        : 'They were left out; record them again to post them on the first open day.'}
      {dryRun && (
        <Group gap="xs" my={4}>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => onOpenLines(new Set(locked.map(({ row }) => row)))}
          >
            Post all in the open period
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => onOpenLines(new Set())}>
            Leave all out
          </Button>
        </Group>
      )}
      <ul className={css.list}>
        {locked.map(({ row, error, value }) => {
          const words = `Line ${row}${value === null ? '' : `, ${formatDate(value)}`}: ${error}`
          return (
            <li key={row}>
              {dryRun ? (
                <Checkbox size="xs" label={words} checked={openLines.has(row)} onChange={() => toggle(row)} />
              ) : (
                words
              )}
            </li>
          )
        })}
      </ul>
    </Banner>
  )
}

interface ResultLinksProps {
  answer: DocumentRecorded
  document: Pick<TradeDocumentDetail, 'from' | 'to'>
}

/** Where what was recorded is to be seen. */
export function ResultLinks({ answer, document: { from, to } }: ResultLinksProps) {
  if (answer.batchId === null) return null
  const days = from === null || to === null ? {} : { from, to }
  const batch = { import: String(answer.batchId) }
  return (
    <>
      <Anchor fz="inherit" underline="always" href={hrefOf('Trade Capture', 'Transactions', days)}>
        Show transactions
      </Anchor>{' '}
      <Anchor
        fz="inherit"
        underline="always"
        href={hrefOf('Batch Transaction Import', 'Import History', batch)}
      >
        Show import {answer.batchId}
      </Anchor>
    </>
  )
}
