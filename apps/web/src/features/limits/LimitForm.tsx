import { LIMIT_TABS, type LimitWithVersions, limits } from '@em/contract/limits/limits'
import { isLower, MAY_BE_HARD, MEASURE_USES } from '@em/core/limits/limit-codes'
import { comingReplacedFrom } from '@em/core/limits/versions'
import { useForm } from '@mantine/form'
import { formatDate, isDate, today } from '../../lib/dates.ts'
import { useWrite } from '../../lib/query.ts'
import { Banner } from '../../ui/Banner.tsx'
import { CancelButton, Modal } from '../../ui/Dialog.tsx'
import { DateField } from '../../ui/form/DateField.tsx'
import { FormSection, FormShell, WholeRow } from '../../ui/form/FormShell.tsx'
import { NumberField } from '../../ui/form/NumberField.tsx'
import { SelectField, TextField } from '../../ui/form/TextFields.tsx'
import { notify } from '../../ui/notify.tsx'
import {
  changeBody,
  correctsPast,
  createBody,
  faultsOf,
  type LimitValues,
  startOf,
  startOfDraft,
  startOfNew,
  withMeasure,
} from './limit-form.ts'
import {
  boundInWords,
  HARDNESS_CHOICES,
  type LimitTab,
  measureChoices,
  OPERATOR_CHOICES,
  SIDE_CHOICES,
  UNIT_WORDS,
} from './limit-texts.ts'
import type { Draft } from './RuleSets.tsx'
import { ScopeFields, SubjectFields } from './WhomFields.tsx'

interface LimitFormProps {
  tab: LimitTab
  /** The limit that gets another version; left out for a new one. */
  of?: LimitWithVersions
  /** The line of a rule set that a new one starts from. */
  draft?: Draft
  onClose: () => void
  onSaved: (limit: LimitWithVersions) => void
}

/** Writes a limit, or the next version of one. */
export function LimitForm({ tab, of, draft, onClose, onSaved }: LimitFormProps) {
  const create = useWrite(limits.create)
  const change = useWrite(limits.change)
  const form = useForm<LimitValues>({
    initialValues:
      of !== undefined
        ? startOf(of)
        : draft !== undefined
          ? startOfDraft(draft)
          : startOfNew(measureChoices(LIMIT_TABS[tab])[0]?.value ?? 'value'),
    validate: (values) => faultsOf(values, of === undefined),
  })
  const { measure, unit } = form.values
  const isNew = of === undefined
  const isRestriction = measure === 'restricted'
  const isExposure = MEASURE_USES[measure].kind === 'exposure'
  return (
    <Modal
      opened
      onClose={onClose}
      title={isNew ? 'New limit' : `New version of ${of.code}`}
      size="lg"
      dirty={form.isDirty()}
      onTop
    >
      <FormShell
        form={form}
        sticky={false}
        saveLabel={isNew ? 'Save limit' : 'Save version'}
        savingLabel="Saving"
        failed="The limit was not saved. Please try again."
        actions={<CancelButton />}
        onSubmit={async (values) => {
          const saved = isNew
            ? await create.mutateAsync({ query: {}, body: createBody(values) })
            : await change.mutateAsync({
                params: { code: of.code },
                query: {},
                body: { ...changeBody(values), version: of.versions[0]?.version ?? of.version },
              })
          notify.success(`${saved.code} is saved.`)
          onSaved(saved)
        }}
      >
        <FormSection columns={2}>
          {isNew && <TextField name="code" label="Code" required maxLength={40} help="ISSUER-10" />}
          <TextField name="name" label="Name" required maxLength={200} />
          {isNew && (
            <WholeRow>
              <SelectField
                name="measure"
                label="Measure"
                required
                options={measureChoices(LIMIT_TABS[tab])}
                onChange={(value) =>
                  value !== '' && form.setValues(withMeasure(form.values, value as LimitValues['measure']))
                }
              />
            </WholeRow>
          )}
          {isNew && <SubjectFields form={form} />}
          {isNew && <ScopeFields form={form} />}
          {isRestriction ? (
            <>
              <SelectField name="side" label="Forbids" required options={SIDE_CHOICES} />
              <TextField name="reason" label="Reason" required maxLength={500} />
            </>
          ) : (
            <>
              <NumberField
                name="bound"
                label={isLower(measure) ? 'At least' : 'At most'}
                required
                unit={UNIT_WORDS[unit]}
              />
              {isNew && MEASURE_USES[measure].units.length > 1 ? (
                <SelectField
                  name="unit"
                  label="Unit"
                  required
                  options={MEASURE_USES[measure].units.map((one) => ({
                    value: one,
                    label: one === 'percent' ? 'Percent of net assets' : UNIT_WORDS[one],
                  }))}
                />
              ) : (
                <NumberField name="warning" label="Warning from" unit="%" whole help="Of the bound" />
              )}
              <SelectField name="operator" label="At the bound" required options={OPERATOR_CHOICES} />
            </>
          )}
          <SelectField
            name="hardness"
            label="Hardness"
            required
            options={HARDNESS_CHOICES.map((one) => ({
              ...one,
              disabled: one.value === 'hard' && !MAY_BE_HARD.includes(form.values.scope.type),
            }))}
          />
          <DateField name="effectiveFrom" label="From" required />
          <DateField name="effectiveTo" label="Until" help="Leave blank: until it is changed" />
          {!isNew && <Replaced of={of} from={form.values.effectiveFrom} />}
          {!isNew && correctsPast(form.values) && (
            <WholeRow>
              <TextField
                name="changeReason"
                label="Reason of the change"
                required
                maxLength={500}
                help="The version corrects what the limit said on days that are over"
              />
            </WholeRow>
          )}
          {!isRestriction && (
            <NumberField
              name="grace"
              label="Grace"
              unit="days"
              whole
              help="Market days within which a passive breach is cured"
            />
          )}
          {isLower(measure) && (
            <NumberField name="days" label="Looks ahead" unit="days" whole help="Market days; blank: 10" />
          )}
          {isExposure && (
            <NumberField
              name="collateral"
              label="Collateral"
              unit="LKR"
              help="Held as security, taken off the exposure"
            />
          )}
          <WholeRow>
            <TextField
              name="source"
              label="Source"
              maxLength={500}
              help="Where the rule stands: a law, a mandate, a decision"
            />
          </WholeRow>
        </FormSection>
      </FormShell>
    </Modal>
  )
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

/** Versions that were to come and that a new one from a day on replaces: said before it is saved. */
function Replaced({ of, from }: { of: LimitWithVersions; from: string }) {
  if (!isDate(from)) return null
  const replaced = comingReplacedFrom(of.versions, { from, today: today() })
  if (replaced.length === 0) return null
  return (
    <WholeRow>
      <Banner tone="warning">
        {replaced.map((one) => (
          <div key={one.version}>
            {`Replaces the version coming on ${formatDate(one.effectiveFrom)}, ${lowerFirst(boundInWords({ ...of, bound: one.bound, side: one.side }))}. It stays listed under Versions.`}
          </div>
        ))}
      </Banner>
    </WholeRow>
  )
}
