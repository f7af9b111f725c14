import { Button } from '@mantine/core'
import { type ReactNode, type SyntheticEvent, useId, useMemo, useRef, useState } from 'react'
import type { z } from 'zod'
import { ApiFailure, isHeld, messageOf } from '../../lib/api.ts'
import { type EnterOrder, fieldNamed, fieldsOf, goOnByEnter, orderAttributes, visit } from './enter.ts'
import css from './Form.module.css'
import {
  type AnyForm,
  FormContext,
  type FormContextValue,
  NOTHING_REMEMBERED,
  type Remembered,
} from './FormContext.tsx'
import { useSaveKeys } from './useSaveKeys.ts'

/**
 * Checks by a schema of the contract: `useForm({ initialValues, validate: checkedBy(equities.create) })`. Of several
 * faults of one field the first is named.
 */
export function checkedBy(schema: z.ZodType) {
  return (values: unknown): Record<string, string> => {
    const errors: Record<string, string> = {}
    const result = schema.safeParse(values)
    for (const issue of result.error?.issues ?? []) {
      const path = issue.path.join('.')
      errors[path] ??= issue.message
    }
    return errors
  }
}

interface FormShellProps<Values> {
  /** From `useForm` of @mantine/form, in its (default) controlled mode. */
  form: AnyForm & { values: Values }
  /**
   * Saves. May throw ApiFailure: its details go to the fields, its sentence to the top; what was typed stays. `next`: the
   * form stays for another record.
   */
  onSubmit: (values: Values, next: boolean) => Promise<unknown>
  /** The saving button; absent: the form has no action bar of its own. */
  saveLabel?: string
  savingLabel?: string
  /** Shown when the server gives no sentence: "Error saving equity. Please try again." */
  failed?: string
  /** Empties the form of a write that waits for approval, as after a save; absent: it begins anew as it was opened. */
  onHeld?: () => void
  /** A button next to the sentence of a failed save (Reload, a link); `dismiss` takes the message away. */
  onFailure?: (error: unknown, dismiss: () => void) => ReactNode
  /**
   * Above the faults where all of them are of empty fields: "Please fill in all required fields:". Where something
   * else is wrong too, it is "Please check these fields:".
   */
  summaryTitle?: string
  /** With "Save and next" next to the saving button, also by Ctrl-Shift-Enter. */
  withNext?: boolean
  /** Further buttons left of the saving one. */
  actions?: ReactNode
  /** Shown at the left of the action bar: what a save will do, totals. */
  note?: ReactNode
  /** False: the bar scrolls with the page and Enter submits at once (short forms, dialogs). */
  sticky?: boolean
  /** A whole-width button, for sign-in and the like. */
  wide?: boolean
  /** How Enter goes through the fields; absent: in their order. */
  enterOrder?: EnterOrder
  /** Fields whose value was put in from elsewhere. */
  remembered?: Remembered
  /** Short forms whose fields are all in sight: faults are shown at the fields alone, the top keeps refusals. */
  quiet?: boolean
  children: ReactNode
}

const CHECK_FIELDS = 'Please check these fields:'

/** Whether nothing was typed into any of these fields; `lines.0.account` is a field of a list. */
function areEmpty(values: unknown, names: readonly string[]): boolean {
  return names.every((name) => {
    const value = name
      .split('.')
      .reduce<unknown>((at, key) => (at as Record<string, unknown> | null)?.[key], values)
    return value == null || (typeof value === 'string' && value.trim() === '')
  })
}

/** A form with its error summary, its action bar, Ctrl-S and Ctrl-Enter, and Enter that goes from field to field in a long one. */
export function FormShell<Values>(props: FormShellProps<Values>) {
  const { form, saveLabel, sticky = true, remembered = NOTHING_REMEMBERED } = props
  const [saving, setSaving] = useState(false)
  const [failure, setFailure] = useState<Failure<Values> | null>(null)
  const [summed, setSummed] = useState(false)
  const [fields] = useState<FormContextValue['fields']>(() => new Map())
  const root = useRef<HTMLFormElement>(null)
  const running = useRef(false)
  const next = useRef(false)
  // The refusal does not apply to changed values.
  if (failure !== null && JSON.stringify(failure.values) !== JSON.stringify(form.values)) setFailure(null)

  const submit = async (event?: SyntheticEvent) => {
    event?.preventDefault()
    event?.stopPropagation()
    const isNext = next.current
    next.current = false
    if (running.current) return
    setFailure(null)
    const { hasErrors, errors } = form.validate()
    if (hasErrors) {
      setSummed(true)
      focusFirst(root.current, fields, Object.keys(errors))
      return
    }
    running.current = true
    setSaving(true)
    const from = document.activeElement
    let saved = false
    try {
      await props.onSubmit(form.getTransformedValues() as Values, isNext)
      setSummed(false)
      saved = true
    } catch (error) {
      if (isHeld(error)) {
        setSummed(false)
        if (props.onHeld === undefined) form.reset()
        else props.onHeld()
        return
      }
      const sentence = messageOf(error, props.failed ?? 'Could not be saved. Please try again.')
      setFailure({
        sentence,
        way: props.onFailure?.(error, () => setFailure(null)),
        values: form.getValues() as Values,
      })
      const details = error instanceof ApiFailure ? error.details : []
      if (details.length > 0) {
        const named = Object.fromEntries(details.map((detail) => [detail.field, detail.message]))
        form.setErrors(named)
        setSummed(true)
        // The fields are disabled until this event is handled.
        setTimeout(() => focusFirst(root.current, fields, Object.keys(named)))
      } else {
        // In a long form the sentence would be out of sight.
        setTimeout(() => root.current?.querySelector('[role="alert"]')?.scrollIntoView?.({ block: 'center' }))
      }
    } finally {
      running.current = false
      setSaving(false)
      setTimeout(() => giveBack(root.current, from, saved && sticky))
    }
  }

  const saveAndNext = () => {
    next.current = true
    root.current?.requestSubmit()
  }
  useSaveKeys(
    (isNext) => (isNext && props.withNext === true ? saveAndNext() : root.current?.requestSubmit()),
    root,
  )

  const context = useMemo(() => ({ form, saving, fields, remembered }), [form, saving, fields, remembered])
  return (
    <FormContext value={context}>
      <form
        ref={root}
        noValidate
        className={css.form}
        aria-busy={saving}
        onSubmit={(event) => void submit(event)}
        {...(sticky ? { onKeyDownCapture: goOnByEnter } : {})}
        {...orderAttributes(props.enterOrder)}
      >
        <ErrorSummary
          failure={failure}
          title={
            props.summaryTitle !== undefined && areEmpty(form.values, Object.keys(form.errors))
              ? props.summaryTitle
              : CHECK_FIELDS
          }
          errors={summed && props.quiet !== true ? form.errors : {}}
          fields={fields}
        />
        {props.children}
        {saveLabel !== undefined && (
          // A double click on a button that is off while it saves would select the text next to it.
          // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
          <div
            className={sticky ? `${css.bar} ${css.stickyBar}` : css.bar}
            onMouseDown={(event) => {
              if (event.detail > 1) event.preventDefault()
            }}
          >
            {props.note !== undefined && <div className={css.note}>{props.note}</div>}
            {props.actions}
            {props.withNext === true && (
              <Button variant="default" disabled={saving} onClick={saveAndNext}>
                Save and next
              </Button>
            )}
            <Button type="submit" loading={saving} fullWidth={props.wide ?? false}>
              {saving ? (props.savingLabel ?? saveLabel) : saveLabel}
            </Button>
          </div>
        )}
      </form>
    </FormContext>
  )
}

/**
 * A field that was disabled while it saved has lost the focus: it goes back to where it was (`from`), or to the first
 * field for the next record. Whatever else has taken the focus meanwhile keeps it.
 */
function giveBack(form: HTMLFormElement | null, from: Element | null, anew: boolean) {
  const { activeElement: now, body } = document
  if (form === null || (now !== body && now !== from)) return
  const fields = fieldsOf(form)
  const first = fieldNamed(fields, form.dataset['enterFirst']?.split(' ')[0] ?? '') ?? fields[0]
  if (anew && first !== undefined) visit(first)
  else if (from instanceof HTMLElement && form.contains(from)) from.focus()
}

/** Focuses the topmost field at fault. */
function focusFirst(root: HTMLElement | null, fields: FormContextValue['fields'], names: string[]) {
  const nodes = names.flatMap((name) => {
    const field = fields.get(name)
    const node = field === undefined ? null : document.getElementById(field.id)
    return node === null ? [] : [node]
  })
  nodes.sort((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1))
  const first = nodes[0] ?? root?.querySelector<HTMLElement>('[role="alert"]')
  if (first != null) visit(first)
  first?.scrollIntoView?.({ block: 'center' })
}

interface Failure<Values> {
  sentence: string
  way: ReactNode
  /** The values sent: after an edit the sentence no longer applies. */
  values: Values
}

interface SummaryProps {
  failure: Pick<Failure<unknown>, 'sentence' | 'way'> | null
  title: string
  errors: Record<string, ReactNode>
  fields: FormContextValue['fields']
}

function ErrorSummary({ failure, title, errors, fields }: SummaryProps) {
  const id = useId()
  // A refusal that is about one field says the same there.
  const inSentence = (error: ReactNode) =>
    typeof error === 'string' && failure?.sentence.endsWith(error) === true
  const entries = Object.entries(errors).filter(([, error]) => Boolean(error) && !inSentence(error))
  if (failure === null && entries.length === 0) return null
  return (
    <div role="alert" className={css.summary} tabIndex={-1} aria-labelledby={id}>
      <p id={id} className={css.summaryTitle}>
        {failure?.sentence ?? title}
      </p>
      {failure?.way != null && <div className={css.way}>{failure.way}</div>}
      {entries.length > 0 && (
        <ul>
          {entries.map(([name, error]) => {
            const field = fields.get(name)
            return (
              <li key={name}>
                {field === undefined ? (
                  error
                ) : (
                  <button type="button" onClick={() => goTo(field.id)}>
                    {sentence(field.label, error)}
                  </button>
                )}
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}

function goTo(id: string) {
  const field = document.getElementById(id)
  if (field !== null) visit(field)
}

/** "Email is required" names its field itself; "Must not be empty." needs the name in front. */
function sentence(label: string, error: ReactNode): ReactNode {
  if (typeof error !== 'string') return error
  const word = label.split(' ', 1)[0] ?? label
  return error.toLowerCase().includes(word.toLowerCase()) ? error : `${label}: ${error}`
}

interface FormSectionProps {
  title?: string
  lead?: ReactNode
  columns?: 1 | 2 | 3 | 4
  actions?: ReactNode
  children: ReactNode
}

/** Fields in two or three columns under a heading; one column on a phone. */
export function FormSection({ title, lead, columns = 3, actions, children }: FormSectionProps) {
  return (
    <fieldset className={css.section}>
      {title !== undefined && <legend className={css.legend}>{title}</legend>}
      {lead !== undefined && <p className={css.lead}>{lead}</p>}
      {actions}
      <div className={css.grid} data-columns={columns}>
        {children}
      </div>
    </fieldset>
  )
}

/** A field that takes the whole row of its section. */
export function WholeRow({ children }: { children: ReactNode }) {
  return <div className={css.wholeRow}>{children}</div>
}
