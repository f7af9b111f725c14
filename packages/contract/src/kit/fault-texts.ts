/**
 * The texts of faults that a field's own check has none for: a field's check says what the field is called, these say what it
 * takes. They apply to every check of the contract.
 */
import { config } from 'zod'

type Issue = Parameters<NonNullable<NonNullable<Parameters<typeof config>[0]>['customError']>>[0]

const TYPES: Readonly<Record<string, string>> = {
  string: 'Must be text.',
  number: 'Must be a number.',
  int: 'Must be a whole number.',
  boolean: 'Must be true or false.',
  array: 'Must be a list.',
  tuple: 'Must be a list.',
  object: 'Must be an object with fields.',
  record: 'Must be an object with fields.',
  null: 'Must be null.',
}

const counted = (count: number | bigint) => count.toLocaleString('en')

/** "Must have at least 3 characters.", "Must have at most 50 lines.", "Must be at most 60." */
function sized(least: 'least' | 'most', origin: string, bound: number | bigint): string {
  const one = bound === 1 || bound === 1n
  if (origin === 'string')
    return `Must have at ${least} ${counted(bound)} ${one ? 'character' : 'characters'}.`
  if (origin === 'array' || origin === 'set')
    return `Must have at ${least} ${counted(bound)} ${one ? 'line' : 'lines'}.`
  return `Must be at ${least} ${counted(bound)}.`
}

function textOf(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input == null
        ? 'This field is required.'
        : (TYPES[issue.expected] ?? 'This cannot be read.')
    case 'too_small':
      return issue.inclusive === false && issue.origin === 'number'
        ? `Must be above ${counted(issue.minimum)}.`
        : sized('least', issue.origin, issue.minimum)
    case 'too_big':
      return issue.inclusive === false && issue.origin === 'number'
        ? `Must be below ${counted(issue.maximum)}.`
        : sized('most', issue.origin, issue.maximum)
    case 'invalid_value':
      return issue.values.length === 1
        ? `Must be ${String(issue.values[0])}.`
        : `Must be one of: ${issue.values.map(String).join(', ')}.`
    // The first alternative of a union gives its sentence.
    case 'invalid_union':
      return issue.errors[0]?.[0]?.message ?? 'This cannot be read.'
    case 'unrecognized_keys':
      return `There is no field ${issue.keys.join(', ')} here.`
    case 'not_multiple_of':
      return `Must be a multiple of ${counted(issue.divisor)}.`
    default:
      return 'This cannot be read.'
  }
}

config({ customError: textOf })
