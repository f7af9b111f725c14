import { audit } from '@em/contract/audit/audit'
import { labelOf } from '@em/contract/kit/act-labels'
import { filtersSet } from '../../lib/filters.ts'
import { changeHashQuery } from '../../lib/hash.ts'
import { useMay } from '../../lib/may.ts'
import { useRoute } from '../../lib/query.ts'
import type { Choice } from '../../ui/form/ChoiceFields.tsx'
import { FilterSpan, SearchField, withChosen } from '../../ui/form/FilterFields.tsx'
import { FilterFrame } from '../../ui/form/FilterFrame.tsx'
import { SelectField } from '../../ui/form/TextFields.tsx'
import { type About, type AuditFilters, KINDS, NO_FILTERS } from './audit-filters.ts'

const ABOUT: readonly { readonly value: About; readonly label: string }[] = [
  { value: 'books', label: 'Books' },
  { value: 'people', label: 'People' },
  { value: 'installation', label: 'Installation' },
  { value: 'everything', label: 'Everything' },
]

/** The kinds with the chosen one among them, in words. */
const withKind = (kinds: readonly Choice[], chosen: string): readonly Choice[] =>
  withChosen(kinds, chosen).map((one) => (one.label === chosen ? { ...one, label: labelOf(chosen) } : one))

interface FilterBarProps {
  readonly filters: AuditFilters
  readonly about: About
  /** The subjects that the user may ask about; a single one is not offered as a choice. */
  readonly offered: readonly About[]
}

export function AuditFilterBar({ filters, about, offered }: FilterBarProps) {
  const mayNamePeople = useMay()(audit.people)
  const people = useRoute(audit.people, undefined, { enabled: mayNamePeople })
  const acts = useRoute(audit.acts)
  const ofPart = (acts.data ?? []).filter(({ part }) => about === 'everything' || part === about)
  const words = [...new Set(ofPart.map(({ act }) => act))].map((act) => ({ value: act, label: act }))
  return (
    <FilterFrame
      label="Filter the audit trail"
      count={filtersSet(filters)}
      onClear={() => changeHashQuery({ ...NO_FILTERS })}
    >
      <SearchField
        placeholder="Record, description, reason"
        value={filters.search}
        onSearch={(search) => changeHashQuery({ search })}
      />
      <FilterSpan
        labels={['Date from', 'Date to']}
        from={filters.from}
        to={filters.to}
        onChange={(days) => changeHashQuery({ ...days })}
      />
      {offered.length > 1 && (
        <SelectField
          label="About"
          value={about}
          onChange={(next) =>
            changeHashQuery({ about: next === 'books' ? '' : next, kind: '', act: '', record: '' })
          }
          options={ABOUT.filter(({ value }) => offered.includes(value))}
        />
      )}
      {mayNamePeople && (
        <SelectField
          label="Person"
          placeholder="Everyone"
          searchable
          value={filters.person}
          onChange={(person) => changeHashQuery({ person })}
          options={(people.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
        />
      )}
      <SelectField
        label="What"
        placeholder="All acts"
        searchable
        value={filters.act}
        onChange={(act) => changeHashQuery({ act })}
        options={withChosen(words, filters.act)}
      />
      <SelectField
        label="Kind"
        placeholder="All kinds"
        searchable
        value={filters.kind}
        onChange={(kind) => changeHashQuery({ kind, record: '' })}
        options={withKind(KINDS[about], filters.kind)}
      />
      <SearchField
        label="Request"
        placeholder="Request id"
        value={filters.request}
        onSearch={(request) => changeHashQuery({ request })}
      />
    </FilterFrame>
  )
}
