import { roles } from '@em/contract/identity/identity'
import { portfolios } from '@em/contract/portfolios/portfolios'
import { useRoute } from '../../../lib/query.ts'
import { MultiSelectField, RadioField } from '../../../ui/form/TextFields.tsx'
import { CHANGES, SEES, type Standing } from './scope-values.ts'

/** The roles and the portfolios of a person, as fields of a form whose values are a `Standing`. */
export function StandingFields({ values }: { values: Standing }) {
  const roleList = useRoute(roles.list).data ?? []
  const held = useRoute(portfolios.routes.list, { query: {} }).data ?? []
  const all = held.map(({ portfolioId, portfolioName }) => ({
    value: String(portfolioId),
    label: `${String(portfolioId)} · ${String(portfolioName)}`,
  }))
  const seen = values.sees === 'all' ? all : all.filter(({ value }) => values.see.includes(value))
  return (
    <>
      <MultiSelectField
        name="roles"
        label="Roles"
        required
        options={roleList.map(({ name }) => ({ value: name, label: name }))}
        help="The person has the rights of all of them. What each holds stands under Roles."
      />
      <RadioField name="sees" label="Portfolios to see" options={SEES} />
      {values.sees === 'some' && <MultiSelectField name="see" label="Sees" required options={all} />}
      <RadioField name="changes" label="Portfolios to change" options={CHANGES} />
      {values.changes === 'some' && (
        <MultiSelectField name="change" label="Changes" required options={seen} />
      )}
    </>
  )
}
