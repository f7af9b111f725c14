import type { AnyKind, FormOf } from './kind.ts'
import { bonus } from './kinds/bonus.ts'
import { buyback } from './kinds/buyback.ts'
import { consolidation } from './kinds/consolidation.ts'
import { delisting } from './kinds/delisting.ts'
import { dividend } from './kinds/dividend.ts'
import { election } from './kinds/election.ts'
import { identity } from './kinds/identity.ts'
import { ipo } from './kinds/ipo.ts'
import { merger } from './kinds/merger.ts'
import { rights } from './kinds/rights.ts'
import { scrip } from './kinds/scrip.ts'
import { spinOff } from './kinds/spin-off.ts'
import { split } from './kinds/split.ts'
import { tender } from './kinds/tender.ts'
import { transfer } from './kinds/transfer.ts'

/** Every kind of corporate action, by its name. A new one is its description here and its rule in core (`plan-of.ts`). */
const DESCRIBED = {
  dividend,
  scrip,
  bonus,
  rights,
  split,
  consolidation,
  merger,
  'spin-off': spinOff,
  identity,
  delisting,
  buyback,
  tender,
  election,
  ipo,
  transfer,
} as const

export type ActionKind = keyof typeof DESCRIBED
export const ACTION_KINDS = Object.keys(DESCRIBED) as [ActionKind, ...ActionKind[]]

export type ActionFormOf<K extends ActionKind> = FormOf<K, (typeof DESCRIBED)[K]['fields']>
/** A form as the schema leaves it. */
export type ActionForm = { [K in ActionKind]: ActionFormOf<K> }[ActionKind]

/** The description of each kind. Its methods are to be given a form of that kind. */
export const KINDS: Readonly<Record<ActionKind, AnyKind<ActionForm>>> = DESCRIBED

/** The description of a form's kind. */
export const kindOf = (form: Pick<ActionForm, 'kind'>): AnyKind<ActionForm> => KINDS[form.kind]

/** The kinds of which something holds, in their order. */
export const kindsWhere = (holds: (kind: AnyKind<ActionForm>) => boolean): ActionKind[] =>
  ACTION_KINDS.filter((kind) => holds(KINDS[kind]))

// Sets of kinds that several rooms ask for.

/** Income of a dividend, in money or in shares. */
export const DIVIDENDS = kindsWhere(({ taxOn }) => taxOn !== undefined)
/** The security is called otherwise from the day on. */
export const RENAMING = kindsWhere(({ renamedTo }) => renamedTo !== undefined)
/** Applied for and paid as a whole, to be allotted later. */
export const APPLICATIONS = kindsWhere(({ allots }) => allots?.applied === 'entitled')

/** Whether what portfolios elected and were allotted of a kind outlasts a reversal. */
export const outlasts = ({ elects, allots }: Pick<AnyKind, 'elects' | 'allots'>): boolean =>
  elects !== undefined || allots !== undefined
