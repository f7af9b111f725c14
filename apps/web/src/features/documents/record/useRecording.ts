import type { DocumentOrder } from '@em/contract/documents/document-orders'
import {
  type DocumentLineAnswer,
  type DocumentRecorded,
  type TradeDocumentDetail,
  tradeDocuments,
} from '@em/contract/documents/trade-documents'
import type { JobLine } from '@em/contract/jobs/jobs'
import { useCallback, useMemo, useState } from 'react'
import { ApiFailure, call, cancelJob, isHeld, messageOf } from '../../../lib/api.ts'
import { counted } from '../../../lib/numerals.ts'
import { isCancelled, useLongWork } from '../../../lib/useLongWork.ts'
import { useOnce } from '../../../lib/useOnce.ts'
import { confirm } from '../../../ui/Dialog.tsx'
import { sumOf } from '../../../ui/grid/columns.ts'
import { isOfDocument } from '../document/document.tsx'

/** Lines of one contract: they become one trade, or one for each portfolio that it is split over. */
export interface ContractLines {
  readonly key: string
  /** The line that names it: its first. */
  readonly line: number
  readonly state: DocumentLineAnswer['state']
  readonly first: DocumentLineAnswer
  readonly quantity: number
}

/** The contracts of a document's lines, in the order of their first lines. */
export function contractsIn(lines: readonly DocumentLineAnswer[]): ContractLines[] {
  const groups = Map.groupBy(lines.filter(isOfDocument), ({ contract, id }) => contract ?? String(id))
  return [...groups].map(([key, own]) => {
    const [first] = own as [DocumentLineAnswer, ...DocumentLineAnswer[]]
    const fills = own.filter(({ repeated }) => !repeated)
    return {
      key,
      line: first.id ?? 0,
      state: first.state,
      first,
      quantity: Number(sumOf(fills.map(({ quantity }) => quantity))),
    }
  })
}

/** A part of a contract, as typed: the code of a portfolio and its shares. */
export interface Part {
  readonly portfolioId: string
  readonly quantity: string
}

export const CONTROLS = ['count', 'gross', 'fees', 'net'] as const
export type Control = (typeof CONTROLS)[number]
export const SIDES = ['purchases', 'sales'] as const
export type Side = (typeof SIDES)[number]
type TypedControls = Readonly<Record<Side, Readonly<Record<Control, string>>>>

/** The user's choices about a document before it is recorded; '' where nothing is chosen. */
export interface Terms {
  readonly brokerName: string
  readonly portfolioId: string
  readonly settlementAccount: string
  /** By client account. */
  readonly clients: Readonly<
    Record<string, { readonly portfolioId: string; readonly settlementAccount: string }>
  >
  /** By the key of a contract. */
  readonly splits: Readonly<Record<string, readonly Part[]>>
  readonly changes: 'skip' | 'apply'
  readonly controls: TypedControls
  readonly controlReason: string
}

const NO_CONTROLS = { count: '', gross: '', fees: '', net: '' }

/** The known choices before the user makes any: its broker, and the portfolios of its client accounts last time or by likeness. */
export function termsOf({ broker, clients }: Pick<TradeDocumentDetail, 'broker' | 'clients'>): Terms {
  return {
    brokerName: broker ?? '',
    portfolioId: '',
    settlementAccount: '',
    clients: Object.fromEntries(
      clients.flatMap(({ clientAccount, proposed, ...said }) => {
        const { portfolio, settlementAccount } =
          said.portfolio === null && proposed !== null ? proposed : said
        return clientAccount === null
          ? []
          : [
              [
                clientAccount,
                {
                  portfolioId: portfolio?.code ?? '',
                  settlementAccount: settlementAccount === null ? '' : String(settlementAccount.id),
                },
              ],
            ]
      }),
    ),
    splits: {},
    changes: 'skip',
    controls: { purchases: NO_CONTROLS, sales: NO_CONTROLS },
    controlReason: '',
  }
}

/** The terms of an earlier recording, where its portfolios and accounts are still there. */
export function termsAgain(document: Parameters<typeof termsOf>[0], order: DocumentOrder): Terms {
  const first = termsOf(document)
  const typed = (side: Side) => {
    const figures = order.controlTotals?.[side] ?? NO_CONTROLS
    return Object.fromEntries(CONTROLS.map((name) => [name, figures[name] ?? ''])) as Record<Control, string>
  }
  return {
    brokerName: order.brokerName ?? first.brokerName,
    portfolioId: order.portfolioId ?? '',
    settlementAccount: order.settlementAccount ?? '',
    clients: {
      ...first.clients,
      ...Object.fromEntries(
        order.clients.map(({ clientAccount, portfolioId, settlementAccount }) => [
          clientAccount,
          { portfolioId, settlementAccount: settlementAccount ?? '' },
        ]),
      ),
    },
    splits: Object.fromEntries(order.splits.map(({ contract, parts }) => [contract, parts])),
    changes: order.changes,
    controls: { purchases: typed('purchases'), sales: typed('sales') },
    controlReason: order.controlReason ?? '',
  }
}

/** The contracts that have one of these lines. */
export function contractsWith(
  lines: readonly DocumentLineAnswer[],
  named: readonly number[],
): ReadonlySet<string> {
  const wanted = new Set<number | null>(named)
  return new Set(lines.filter(({ id }) => wanted.has(id)).map(({ contract, id }) => contract ?? String(id)))
}

/** Whether a contract can be ticked: what the books have already stays as it is, unless changes are asked for. */
export const canChoose = (
  { state }: Pick<ContractLines, 'state'>,
  { changes }: Pick<Terms, 'changes'>,
): boolean => state === 'new' || state === 'undecided' || (state === 'differs' && changes === 'apply')

/** The lines ticked before the user chooses: all that need no decision. */
export const chosenAtFirst = (
  contracts: readonly ContractLines[],
  terms: Pick<Terms, 'changes'>,
): Set<string> =>
  new Set(
    contracts
      .filter((contract) => canChoose(contract, terms) && contract.state !== 'undecided')
      .map(({ key }) => key),
  )

/**
 * What is sent to record the chosen contracts. Without `except` and with everything ticked that needs no decision no lines are
 * named: the server then takes all that are new.
 */
export function bodyOf(
  terms: Terms,
  contracts: readonly ContractLines[],
  chosen: ReadonlySet<string>,
  except: ReadonlySet<number> = new Set(),
) {
  const { brokerName, portfolioId, settlementAccount, changes, controlReason } = terms
  const wanted = contracts.filter(
    (contract) => chosen.has(contract.key) && canChoose(contract, terms) && !except.has(contract.line),
  )
  const all = chosenAtFirst(contracts, terms)
  const isAll = wanted.length === all.size && wanted.every(({ key }) => all.has(key))
  const isTyped = (side: Side) => CONTROLS.some((name) => terms.controls[side][name] !== '')
  const typed = (side: Side) => (isTyped(side) ? figuresOf(terms.controls[side]) : null)
  const splits = wanted.flatMap(({ key, line }) => {
    const parts = terms.splits[key]
    return parts === undefined ? [] : [{ line, parts: parts.map((part) => ({ ...part })) }]
  })
  return {
    brokerName: orNull(brokerName.trim()),
    portfolioId: orNull(portfolioId),
    portfolio: null,
    settlementAccount: orNull(settlementAccount),
    clients: Object.entries(terms.clients)
      .filter(([, client]) => client.portfolioId !== '')
      .map(([clientAccount, client]) => ({
        clientAccount,
        portfolioId: client.portfolioId,
        settlementAccount: orNull(client.settlementAccount),
      })),
    lines: isAll ? null : wanted.map(({ line }) => line),
    splits,
    changes,
    controlTotals: SIDES.some(isTyped) ? { purchases: typed('purchases'), sales: typed('sales') } : null,
    controlReason: orNull(controlReason.trim()),
    costOfFunds: null,
  }
}
const orNull = (text: string) => (text === '' ? null : text)
const figuresOf = ({ count, gross, fees, net }: Readonly<Record<Control, string>>) => ({
  count: orNull(count),
  gross: orNull(gross),
  fees: orNull(fees),
  net: orNull(net),
})
/** Why the parts of a split cannot be; null where they are the contract. */
export function splitFault(parts: readonly Part[], quantity: number): string | null {
  if (parts.some((part) => part.portfolioId === '')) return 'Choose a portfolio for each part.'
  if (new Set(parts.map((part) => part.portfolioId)).size < parts.length)
    return 'A portfolio can be named once.'
  if (parts.some((part) => !/^[1-9]\d*$/.test(part.quantity))) return 'Enter whole shares for each part.'
  const sum = Number(sumOf(parts.map((part) => part.quantity)))
  if (sum === quantity) return null
  const apart = Math.abs(sum - quantity).toLocaleString('en-US')
  return sum < quantity ? `${apart} shares are still to be given.` : `The parts are ${apart} shares too many.`
}

/** A control total that the lines do not come to: rupees, or a number of fills. */
export interface ControlApart {
  readonly side: Side | 'document'
  readonly total: Control
  readonly stated: number
  readonly found: number
}

/** Where the document's own totals, or those typed, are not what the lines come to. What is no number is not compared. */
export function controlsApart(
  { totals, statedTotals }: Pick<TradeDocumentDetail, 'totals' | 'statedTotals'>,
  { controls }: Pick<Terms, 'controls'>,
): ControlApart[] {
  const apart: ControlApart[] = []
  const compare = (side: ControlApart['side'], total: Control, stated: number | null, found: number) => {
    if (stated === null || Number.isNaN(stated) || sumOf([stated, -found]).match(/[1-9]/) === null) return
    if (!apart.some((one) => one.side === side && one.total === total && one.stated === stated))
      apart.push({ side, total, stated, found })
  }
  for (const side of SIDES) {
    for (const total of CONTROLS) {
      compare(side, total, statedTotals?.[side]?.[total] ?? null, totals[side][total])
      const typed = controls[side][total]
      compare(side, total, typed === '' ? null : Number(typed), totals[side][total])
    }
  }
  compare('document', 'count', statedTotals?.count ?? null, totals.purchases.count + totals.sales.count)
  compare('document', 'net', statedTotals?.net ?? null, totals.net)
  return apart
}

const NOTHING: ReadonlySet<number> = new Set()

/**
 * What a person has chosen of a document, what would become of it, and its recording. With the order of an earlier recording that
 * did not go through it begins with the terms and the lines of that.
 */
export function useRecording(
  document: TradeDocumentDetail,
  lines: readonly DocumentLineAnswer[] | undefined,
  order: DocumentOrder | null,
) {
  const { id } = document
  const [terms, setTerms] = useState<Terms>(() =>
    order === null ? termsOf(document) : termsAgain(document, order),
  )
  /** Lines that an earlier recording left; null: none, or all. */
  const [left, setLeft] = useState(order?.lines ?? null)
  /** Null: everything that needs no decision. */
  const [ticked, setTicked] = useState<ReadonlySet<string> | null>(null)
  const [seen, setSeen] = useState<{ sent: string; answer: DocumentRecorded } | null>(null)
  const [result, setResult] = useState<DocumentRecorded | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [previewJob, setPreviewJob] = useState<JobLine | null>(null)
  const [checking, setChecking] = useState(false)
  const [openLines, setOpenLines] = useState<ReadonlySet<number>>(NOTHING)

  const contracts = useMemo(() => contractsIn(lines ?? []), [lines])
  const { changes } = terms
  const first = useMemo(() => chosenAtFirst(contracts, { changes }), [contracts, changes])
  const begin = useMemo(
    () => (left === null ? first : contractsWith(lines ?? [], left)),
    [first, left, lines],
  )
  const chosen = ticked ?? begin
  const count = contracts.filter((one) => chosen.has(one.key) && canChoose(one, terms)).length
  const body = bodyOf(terms, contracts, chosen)
  const sent = JSON.stringify(body)
  const preview = seen?.sent === sent ? seen.answer : null

  const done = (answer: DocumentRecorded) => {
    setResult(answer)
    setSeen(null)
    setTicked(null)
    setLeft(null)
    setOpenLines(NOTHING)
    setTerms((now) => ({ ...now, splits: {}, changes: 'skip' }))
    window.scrollTo?.({ top: 0 })
  }
  const failed = (error: unknown) => {
    if (isHeld(error)) return setProblem(null)
    if (isCancelled(error)) return setProblem('Cancelled. Nothing was saved.')
    setProblem(sentenceOf(error))
  }
  const work = useLongWork(tradeDocuments.record, `document.${id}`, {
    onFound: done,
    onFoundFailed: failed,
    keepsRefusals: true,
  })

  const check = async () => {
    setProblem(null)
    setResult(null)
    setChecking(true)
    setOpenLines(NOTHING)
    try {
      const input = { params: { id }, query: { dryRun: '1' as const }, body, onJob: setPreviewJob }
      setSeen({ sent, answer: await call(tradeDocuments.record, input) })
    } catch (error) {
      failed(error)
    } finally {
      setChecking(false)
      setPreviewJob(null)
    }
  }
  const record = async () => {
    if (preview === null) return
    const { changed, deleted, locked } = preview
    if (changed + deleted > 0) {
      const agreed = await confirm({
        title: 'Change trades to what the document says?',
        message: [
          changed > 0 && `${counted(changed, 'trade')} ${changed === 1 ? 'is' : 'are'} corrected.`,
          deleted > 0 && `${counted(deleted, 'trade')} ${deleted === 1 ? 'is' : 'are'} deleted.`,
          'The earlier versions stay in the audit history.',
        ]
          .filter((words) => words !== false)
          .join(' '),
        confirm: 'Record and change',
        danger: deleted > 0,
      })
      if (!agreed) return
    }
    setProblem(null)
    const opens = openLines.size > 0
    // Of a cut-off list only what was ticked goes to the open period.
    const except = opens ? locked.map(({ row }) => row).filter((row) => !openLines.has(row)) : []
    try {
      done(
        await work.run({
          params: { id },
          query: opens ? { openPeriod: '1' as const } : {},
          body: except.length === 0 ? body : bodyOf(terms, contracts, chosen, new Set(except)),
        }),
      )
    } catch (error) {
      failed(error)
    }
  }
  const recordOnce = useOnce(record)
  const toggle = useCallback(
    (key: string) =>
      setTicked((now) => {
        const next = new Set(now ?? begin)
        if (!next.delete(key)) next.add(key)
        return next
      }),
    [begin],
  )
  return {
    terms,
    change: (news: Partial<Terms>) => {
      setTerms((now) => ({ ...now, ...news }))
      // Lines that the choice adds are ticked with the others.
      if (news.changes !== undefined) setTicked(null)
    },
    split: (key: string, parts: readonly Part[] | undefined) =>
      setTerms(({ splits: { [key]: _before, ...others }, ...now }) => ({
        ...now,
        splits: parts === undefined ? others : { ...others, [key]: parts },
      })),
    contracts,
    chosen,
    count,
    isDefault: ticked === null && left === null,
    /** The rest of an earlier recording is still to be recorded. */
    retries: left !== null,
    toggle,
    chooseAll: () => {
      setTicked(null)
      setLeft(null)
    },
    clear: () => setTicked(new Set()),
    preview,
    isFresh: preview !== null,
    result,
    problem,
    openLines,
    setOpenLines,
    showPreview: check,
    record: () => recordOnce(undefined),
    checking,
    busy: work.busy,
    job: previewJob ?? work.job,
    cancel: () => (previewJob === null ? work.cancel() : cancelJob(previewJob.id)),
    startAgain: () => {
      setResult(null)
      setSeen(null)
      setTicked(null)
      setLeft(null)
    },
  }
}

/** The server's sentence, with what it says of single lines. */
function sentenceOf(error: unknown): string {
  const sentence = messageOf(error, 'The document could not be recorded. Please try again.')
  if (!(error instanceof ApiFailure)) return sentence
  const details = error.details
    .map(({ field, message }) => {
      const [, line] = /^lines\.(\d+)\./.exec(field) ?? []
      return line === undefined ? message : `Line ${line}: ${message}`
    })
    .filter((message) => !sentence.includes(message.replace(/\.$/, '')))
  return [sentence, ...details.slice(0, 20)].join(' ')
}
