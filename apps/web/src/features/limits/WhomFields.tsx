import { equities } from '@em/contract/equities/equities'
import { portfolios } from '@em/contract/portfolios/portfolios'
import {
  EACH,
  MEASURE_USES,
  SCOPE_TYPES,
  type ScopeType,
  type SubjectType,
  WHOLE,
} from '@em/core/limits/limit-codes'
import type { FormErrors, UseFormReturnType } from '@mantine/form'
import { useMemo } from 'react'
import { useRoute } from '../../lib/query.ts'
import { NumberField } from '../../ui/form/NumberField.tsx'
import { SelectField, TextField } from '../../ui/form/TextFields.tsx'
import { Picker } from '../../ui/picker/Picker.tsx'
import { securityItems } from '../../ui/picker/security-items.ts'
import { BrokerField } from '../trades/form/BrokerField.tsx'
import type { LimitValues } from './limit-form.ts'
import { SCOPE_WORDS, SUBJECT_WORDS } from './limit-texts.ts'

type Form = UseFormReturnType<LimitValues, LimitValues, (values: LimitValues) => FormErrors>

const CLASSES = ['N', 'X', 'R', 'W', 'U', 'P'].map((one) => ({ value: one, label: `.${one}` }))
const unique = (values: readonly (string | null | undefined)[]) =>
  [...new Set(values.flatMap((value) => (value == null || value === '' ? [] : [value])))].toSorted()

/** Of what a limit is: each member of a kind, the largest of them together, or one. */
export function SubjectFields({ form }: { form: Form }) {
  const { measure, subject } = form.values
  const { subjects, kind } = MEASURE_USES[measure]
  const isEach = subject.id === EACH
  const isPortfolio = subject.type === 'portfolio'
  const choices = isPortfolio
    ? [
        { value: WHOLE, label: 'All of the scope together' },
        { value: EACH, label: 'Each portfolio on its own' },
      ]
    : [
        { value: EACH, label: `Each ${SUBJECT_WORDS[subject.type].toLowerCase()} on its own` },
        { value: 'one', label: `One ${SUBJECT_WORDS[subject.type].toLowerCase()}` },
      ]
  return (
    <>
      <SelectField
        name="subject.type"
        label="Of"
        required
        options={subjects.map((type) => ({ value: type, label: SUBJECT_WORDS[type] }))}
        onChange={(value) => {
          const type = value as SubjectType
          form.setFieldValue('subject', { type, id: type === 'portfolio' ? WHOLE : EACH, top: '' })
        }}
      />
      <SelectField
        label="Which"
        required
        value={isPortfolio || isEach ? subject.id : 'one'}
        onChange={(value) => form.setFieldValue('subject.id', value === 'one' ? '' : value)}
        options={choices}
      />
      {!isPortfolio && !isEach && <OneSubject type={subject.type} />}
      {isEach && !isPortfolio && kind === 'share' && (
        <NumberField
          name="subject.top"
          label="The largest together"
          whole
          help="Blank: each on its own; 3: the three largest together"
        />
      )}
    </>
  )
}

function OneSubject({ type }: { type: SubjectType }) {
  const securities = useRoute(equities.routes.list, { query: {} })
  const items = useMemo(() => securityItems(securities.data), [securities.data])
  const name = 'subject.id'
  if (type === 'security')
    return (
      <Picker
        name={name}
        label="Security"
        required
        items={items}
        loading={securities.isPending}
        recentKey="equities"
        nothingFound="No securities found"
      />
    )
  if (type === 'broker') return <BrokerField name={name} label="Broker" required />
  if (type === 'class') return <SelectField name={name} label="Class" required options={CLASSES} />
  if (type === 'sector') {
    const sectors = unique((securities.data ?? []).map(({ sector }) => sector))
    return (
      <SelectField
        name={name}
        label="Sector"
        required
        searchable
        options={sectors.map((one) => ({ value: one, label: one }))}
      />
    )
  }
  if (type === 'issuer') {
    const issuers = unique(
      (securities.data ?? []).map(({ issuer, symbol }) => String(issuer ?? '') || symbol.split('.')[0]),
    )
    return (
      <SelectField
        name={name}
        label="Issuer"
        required
        searchable
        options={issuers.map((one) => ({ value: one, label: one }))}
      />
    )
  }
  return <TextField name={name} label={SUBJECT_WORDS[type]} required maxLength={200} />
}

/** For whom a limit is: one portfolio, each, several together. */
export function ScopeFields({ form }: { form: Form }) {
  const { scope } = form.values
  const list = useRoute(portfolios.routes.list, { query: {} })
  const named = (list.data ?? []).map((one) => ({ value: one.portfolioId, label: one.portfolioName }))
  return (
    <>
      <SelectField
        name="scope.type"
        label="For"
        required
        options={SCOPE_TYPES.map((type) => ({ value: type, label: SCOPE_WORDS[type] }))}
        onChange={(value) => {
          const type = value as ScopeType
          form.setFieldValue('scope', { type, id: type === 'portfolio' ? EACH : '' })
        }}
      />
      {scope.type === 'portfolio' && (
        <SelectField
          name="scope.id"
          label="Portfolio"
          required
          options={[{ value: EACH, label: 'Each portfolio on its own' }, ...named]}
        />
      )}
      {scope.type === 'group' && (
        <SelectField name="scope.id" label="Portfolio at the top" required options={named} />
      )}
      {scope.type === 'rule-set' && (
        <TextField name="scope.id" label="Compliance Rules ID" required maxLength={200} />
      )}
      {scope.type === 'entity' && (
        <SelectField
          name="scope.id"
          label="Entity"
          required
          options={unique((list.data ?? []).map(({ entity }) => entity)).map((one) => ({
            value: one,
            label: one,
          }))}
        />
      )}
    </>
  )
}
