/**
 * What a version of a trade says: one ordered table. Columns, COPY lines, answers, the fields of the audit
 * trail and the columns of lists are derived from it. To add a field: an entry here, a column in the schema,
 * its value in the server's `trade-rows.ts`, and, where people type it, the form's field.
 */
import { z } from 'zod'
import { FEES, type Fee } from '../fee-tariffs/fees.ts'
import type { AuditField } from '../kit/audit-texts.ts'

/**
 * The kind of a value: it gives the scale in the rules, the type in the database and the form in answers and
 * lists.
 */
export type VersionKind = 'date' | 'shares' | 'price' | 'money' | 'percent' | 'text' | 'id' | 'fees'

interface FieldOfVersion {
  /** As stored in trade_versions. */
  readonly column: string
  /** As answered; null where no answer holds it. */
  readonly answer: string | null
  readonly kind: VersionKind
  readonly nullable?: true
  /** Its words, where there are no others. */
  readonly words?: readonly string[]
  readonly label?: string
  /**
   * Shown in the audit trail where it changes; `with` a second field, `label` if it differs from that of
   * lists.
   */
  readonly audited?: { readonly label?: string; readonly with?: string }
  /** Buys and sales answer it alike. */
  readonly alike?: false
}

const feeField = <F extends Fee>({ column, label }: F) => ({
  column,
  answer: column,
  kind: 'money' as const,
  label,
})
type FeeFieldOf<F extends Fee> = {
  readonly [K in F['column']]: {
    readonly column: K
    readonly answer: K
    readonly kind: 'money'
    readonly label: string
  }
}[F['column']]

const BEFORE_FEES = [
  { column: 'trade_date', answer: 'trade_date', kind: 'date', label: 'Trade Date', audited: {} },
  {
    column: 'trade_time',
    answer: 'trade_time',
    kind: 'text',
    nullable: true,
    label: 'Trade Time',
    audited: {},
  },
  {
    column: 'settlement_date',
    answer: 'settlement_date',
    kind: 'date',
    label: 'Settlement Date',
    audited: {},
  },
  { column: 'opening_date', answer: null, kind: 'date', nullable: true },
  { column: 'quantity', answer: 'quantity', kind: 'shares', label: 'Quantity', audited: {} },
  { column: 'price', answer: 'price', kind: 'price', label: 'Price', audited: {}, alike: false },
  { column: 'gross', answer: 'gross_value', kind: 'money', label: 'Gross Value', audited: {} },
] as const satisfies readonly FieldOfVersion[]

const AFTER_FEES = [
  { column: 'net', answer: 'net_value', kind: 'money', label: 'Net Value', audited: {} },
  { column: 'carried_charges', answer: null, kind: 'money', nullable: true },
  { column: 'fair_value', answer: null, kind: 'money', nullable: true },
  {
    column: 'fee_source',
    answer: 'fee_source',
    kind: 'text',
    words: ['schedule', 'contract', 'manual'],
    label: 'Fee Source',
  },
  { column: 'schedule_fees', answer: null, kind: 'fees', nullable: true },
  { column: 'step_up', answer: 'step_up', kind: 'money', nullable: true, label: 'Step-up Fees' },
  {
    column: 'contract_number',
    answer: 'contract_number',
    kind: 'text',
    nullable: true,
    label: 'Contract Number',
    audited: {},
  },
  { column: 'broker_id', answer: null, kind: 'id', nullable: true },
  {
    column: 'broker_name',
    answer: 'broker_name',
    kind: 'text',
    nullable: true,
    label: 'Broker Name',
    audited: { label: 'Broker' },
  },
  {
    column: 'cost_of_funds',
    answer: 'cost_of_funds',
    kind: 'percent',
    nullable: true,
    label: 'Cost of Funds',
    audited: { label: 'Cost of funds (%)' },
  },
  { column: 'settlement_account_id', answer: 'settlement_account', kind: 'id', nullable: true },
  {
    column: 'account_name',
    answer: 'account_name',
    kind: 'text',
    nullable: true,
    label: 'Account Name',
    audited: { label: 'Settlement account', with: 'account_number' },
  },
  {
    column: 'account_number',
    answer: 'account_number',
    kind: 'text',
    nullable: true,
    label: 'Account Number',
  },
  { column: 'bank_name', answer: 'bank_name', kind: 'text', nullable: true, label: 'Bank Name' },
  { column: 'branch_name', answer: 'branch_name', kind: 'text', nullable: true, label: 'Branch Name' },
  {
    column: 'payment_method',
    answer: 'payment_method',
    kind: 'text',
    nullable: true,
    label: 'Payment Method',
  },
  {
    column: 'cash_flow_on_settlement',
    answer: 'cash_flow_on_settlement',
    kind: 'text',
    nullable: true,
    label: 'Cash Flow on Settlement',
    audited: { label: 'Cash flow on settlement' },
  },
  {
    column: 'generate_payment',
    answer: 'generate_payment',
    kind: 'text',
    words: ['Yes', 'No'],
    label: 'Generate Payment',
    audited: {},
    alike: false,
  },
  {
    column: 'description',
    answer: 'description',
    kind: 'text',
    nullable: true,
    label: 'Description',
    audited: {},
  },
  { column: 'reason', answer: null, kind: 'text', nullable: true },
] as const satisfies readonly FieldOfVersion[]

export type VersionField = (typeof BEFORE_FEES)[number] | FeeFieldOf<Fee> | (typeof AFTER_FEES)[number]

export const VERSION_FIELDS = [
  ...BEFORE_FEES,
  ...(FEES.map(feeField) as FeeFieldOf<Fee>[]),
  ...AFTER_FEES,
] as readonly VersionField[]

/** What a kind is in the rules: cents, 1/10000 of a rupee or per cent, shares; six amounts of a schedule. */
export interface RuleValues {
  readonly date: string
  readonly shares: bigint
  readonly price: bigint
  readonly money: bigint
  readonly percent: bigint
  readonly text: string
  readonly id: number
  readonly fees: readonly bigint[]
}
/** What a kind is in an answer. */
interface AnswerValues {
  readonly date: string
  readonly shares: number
  readonly price: number
  readonly money: number
  readonly percent: number
  readonly text: string
  readonly id: number
  readonly fees: never
}
type OrNull<F, Value> = F extends { readonly nullable: true } ? Value | null : Value
type WordOf<F, Value> = F extends { readonly words: readonly (infer Word)[] } ? Word : Value

/** The values of a version by column, as the rules have them. */
export type VersionValues = {
  readonly [F in VersionField as F['column']]: OrNull<F, WordOf<F, RuleValues[F['kind']]>>
}
/** A field that answers hold. */
export type AnsweredField = Extract<VersionField, { readonly answer: string }>
/** The values of a version as answers hold them. */
export type VersionAnswer = {
  [F in AnsweredField as F['answer']]: OrNull<F, WordOf<F, AnswerValues[F['kind']]>>
}

/** The fields that answers hold. */
export const ANSWERED_FIELDS = VERSION_FIELDS.filter((field): field is AnsweredField => field.answer !== null)

type Alike = Exclude<AnsweredField, { readonly alike: false }>
type ShapeOf<Fields extends AnsweredField> = {
  [F in Fields as F['answer']]: z.ZodType<OrNull<F, WordOf<F, AnswerValues[F['kind']]>>>
}

function schemaOf(field: FieldOfVersion): z.ZodType {
  const isText = field.kind === 'text' || field.kind === 'date'
  const one = field.words !== undefined ? z.enum(field.words) : isText ? z.string() : z.number()
  return field.nullable ? one.nullable() : one
}

const shapeOf = <F extends AnsweredField>(fields: readonly F[]) =>
  Object.fromEntries(fields.map((field) => [field.answer, schemaOf(field)])) as unknown as ShapeOf<F>

/** The shape of what buys and sales answer alike. */
export const alikeShape = shapeOf(
  ANSWERED_FIELDS.filter((field: FieldOfVersion) => field.alike !== false) as Alike[],
)

type AuditedAlone = Extract<AnsweredField, { readonly audited: object }>
type AuditedWith = Extract<AuditedAlone, { readonly audited: { readonly with: string } }>['audited']['with']
/** A field that the history of a trade shows, alone or with another. */
export type AuditedField = AuditedAlone | Extract<AnsweredField, { readonly answer: AuditedWith }>

const AUDITED_WITH = ANSWERED_FIELDS.map((field: FieldOfVersion) => field.audited?.with)
/** The fields that the history of a trade, and the audit row of its correction, compare. */
export const AUDITED_FIELDS = ANSWERED_FIELDS.filter(
  (field: FieldOfVersion) => field.audited !== undefined || AUDITED_WITH.includes(field.answer ?? ''),
) as AuditedField[]

/** The shape of what a version says in the history of a trade. */
export const auditedShape = shapeOf(AUDITED_FIELDS)

/** A field by its name in answers, with the label and kind that lists show. */
export function answeredField(name: keyof VersionAnswer): FieldOfVersion & { readonly label: string } {
  const field = ANSWERED_FIELDS.find(({ answer }) => answer === name) as FieldOfVersion | undefined
  if (field?.label === undefined) throw new RangeError(`no list shows ${name}`)
  return { ...field, label: field.label }
}

/** "Trade Date" as the audit trail says it: "Trade date". */
const inSentence = (label: string) => label.charAt(0) + label.slice(1).toLowerCase()

/**
 * The fields that the audit trail shows, in order; those that are computed or gathered come after the field
 * they are named by.
 */
export function auditFields(computed: Readonly<Record<string, AuditField>>): AuditField[] {
  return VERSION_FIELDS.flatMap((field: FieldOfVersion): AuditField[] => {
    const { answer, audited, kind, label = '' } = field
    if (audited === undefined || answer === null) return []
    const one: AuditField = {
      name: answer,
      ...(audited.with !== undefined && { with: audited.with }),
      label: audited.label ?? inSentence(label),
      ...(kind !== 'text' && kind !== 'id' && kind !== 'fees' && { kind }),
    }
    const behind = computed[answer]
    return behind === undefined ? [one] : [one, behind]
  })
}
