/** The fields of a register as audit rows and versions show them. */
import type { AuditField, AuditFieldKind } from './audit-texts.ts'
import type { Field } from './register.ts'
import type { VersionField } from './register-versions.ts'

const REGISTER_KINDS: Partial<Record<Field['kind'], AuditFieldKind>> = {
  date: 'date',
  money: 'money',
  percent: 'percent',
  integer: 'whole',
  boolean: 'yes-no',
}

/** The fields of a register by its form's labels. */
export function auditFieldsOf({ fields }: { readonly fields: readonly Field[] }): AuditField[] {
  return fields.map(({ name, label, kind, options }) => ({
    name,
    label,
    kind: REGISTER_KINDS[kind] ?? 'text',
    ...(options && { words: Object.fromEntries(options.map((one) => [one.value, one.label])) }),
  }))
}

/** The fields that a register's versions hold: all but those that the server computes. */
export function versionFieldsOf(fields: readonly Field[]): VersionField[] {
  const written = fields.filter(({ computed }) => computed !== true)
  return auditFieldsOf({ fields: written }).map((field, at) => ({
    ...field,
    ...(written[at]?.refersTo === 'portfolios' && { isPortfolio: true as const }),
  }))
}
