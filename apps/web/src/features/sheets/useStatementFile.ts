import { reconciliation } from '@em/contract/reconciliation/reconciliation'
import type {
  BalanceSide,
  StatementMapping,
  StatementReading,
} from '@em/contract/reconciliation/reconciliation-statements'
import { useEffect, useRef, useState } from 'react'
import { call, problemOf } from '../../lib/api.ts'
import { base64Of } from '../../lib/files.ts'
import { type Mapping, mappingOf, missingIn, sentMapping } from './mapping.ts'

const PAUSE_MS = 250

interface Chosen {
  readonly name: string
  readonly bytes: number
  /** Base64. */
  readonly data: string
}

interface How {
  readonly mapping?: Mapping
  readonly sheet?: string | null
  readonly part?: string | null
  /** The meaning of its balances, chosen by the user. */
  readonly side?: BalanceSide | null
}

interface Along {
  /** The account that is reconciled, whose remembered columns are used. */
  readonly accountCode?: string
  readonly settlementAccount?: number | null
  /** The columns of the last statement of the same sender. */
  readonly remembered?: StatementMapping
  /** The meaning of a positive balance where the lines do not show it; left out: as a bank states it, in any case. */
  readonly balanceIs?: BalanceSide
}

/** A statement file that is chosen and read by the server, and read again with every answer to what it leaves open. */
export function useStatementFile({ balanceIs, ...along }: Along) {
  const [file, setFile] = useState<Chosen | null>(null)
  const [reading, setReading] = useState<StatementReading | null>(null)
  const [mapping, setMapping] = useState<Mapping | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState<string | null>(null)
  /** Columns were explained manually: closing loses that. */
  const [mapped, setMapped] = useState(false)
  const asking = useRef<AbortController | null>(null)
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** The meaning of the balances of this file, chosen by the user. */
  const [side, setSide] = useState<BalanceSide | null>(null)
  useEffect(
    () => () => {
      asking.current?.abort()
      clearTimeout(pause.current)
    },
    [],
  )

  const balancesAsked = (manual: BalanceSide | null) => {
    if (manual !== null) return { balanceIs: manual }
    return balanceIs === undefined ? {} : { balanceIs, balanceFromLines: true }
  }
  const read = async (chosen: Chosen, how: How = {}) => {
    asking.current?.abort()
    clearTimeout(pause.current)
    const asked = new AbortController()
    asking.current = asked
    setProblem(null)
    setBusy(`Reading ${chosen.name}`)
    try {
      const found = await call(reconciliation.readStatement, {
        body: {
          fileName: chosen.name,
          data: chosen.data,
          sheet: how.sheet ?? null,
          part: how.part ?? null,
          ...along,
          ...balancesAsked(how.side === undefined ? side : how.side),
          ...(how.mapping === undefined ? {} : { mapping: sentMapping(how.mapping) }),
        },
        signal: asked.signal,
      })
      if (asked.signal.aborted) return
      setReading(found)
      setMapping(how.mapping ?? (found.table === null ? null : mappingOf(found)))
    } catch (error) {
      if (asked.signal.aborted) return
      if (how.mapping === undefined) setReading(null)
      setProblem(problemOf(error, 'The file could not be read. Please try again.'))
    } finally {
      if (asking.current === asked) setBusy(null)
    }
  }
  const take = async (found: File) => {
    setSide(null)
    setMapped(false)
    setReading(null)
    setMapping(null)
    setFile(null)
    setBusy(`Reading ${found.name}`)
    try {
      const chosen = { name: found.name, bytes: found.size, data: await base64Of(found) }
      setFile(chosen)
      await read(chosen, { side: null })
    } catch {
      setBusy(null)
      setProblem('The file could not be read.')
    }
  }
  const missing = mapping === null ? null : missingIn(mapping)
  const sheet = reading?.table?.sheet ?? null
  return {
    file,
    reading,
    mapping,
    /** The missing columns, as a sentence. */
    missing,
    mapped,
    /** The meaning of a positive balance, chosen by the user. */
    side,
    /** The work that is running. */
    busy,
    problem,
    setProblem,
    /** Nothing is left open, and there are lines. */
    ready: reading !== null && missing === null && reading.questions.length === 0 && reading.lines.length > 0,
    take,
    takeSheet: (name: string) => (file === null ? undefined : void read(file, { sheet: name })),
    takePart: (part: string) => (file === null ? undefined : void read(file, { part })),
    takeMapping: (next: Mapping) => {
      setMapping(next)
      setMapped(true)
      clearTimeout(pause.current)
      if (file === null || missingIn(next) !== null) return
      pause.current = setTimeout(() => void read(file, { mapping: next, sheet }), PAUSE_MS)
    },
    takeBalances: (is: BalanceSide) => {
      setSide(is)
      if (file === null || missing !== null) return
      void read(file, {
        ...(mapping === null || !mapped ? {} : { mapping }),
        sheet,
        part: reading?.part ?? null,
        side: is,
      })
    },
  }
}
export type StatementFileWork = ReturnType<typeof useStatementFile>
