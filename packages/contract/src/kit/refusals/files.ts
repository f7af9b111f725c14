/** Refusals of files that are read or attached: status and sentence, see `refusals` in errors.ts. */
export const fileRefusals = {
  'file.kind': [415, 'This is not an .xlsx or .csv file. Please choose an Excel workbook or a CSV file.'],
  'file.other-kind': [
    415,
    'This is {found}. Please save it as an Excel workbook (.xlsx) or a CSV file and choose that.',
  ],
  'file.formula': [
    422,
    'Cell {cell} holds a formula without its result. Open the file in a spreadsheet program, save it and import it again.',
  ],
  'file.date-order': [422, 'Is “{example}” {orders}? Choose how the file writes its dates.'],
  'file.decimal-mark': [
    422,
    'Is “{example}” a number with a decimal point or with a decimal comma? Choose how the file writes its numbers.',
  ],
  'file.unreadable': [422, 'The file cannot be read: {reason}'],
  'file.too-large': [413, 'The file is larger than {limit}.'],
  'file.too-many': [422, 'The file has more than {limit}.'],
  'file.merged': [422, 'The sheet has merged cells ({range}). Unmerge them and import the file again.'],
  'attachment.kind': [
    415,
    'This file is not accepted: it must be a PDF, PNG, JPEG, Excel workbook (.xlsx), CSV or text file with the matching name.',
  ],
  'attachment.too-many': [422, 'No more than {limit} files can be attached here.'],
  'attachment.person-full': [
    413,
    'Your files would take more than {limit}, the most that one person may keep; there is room for {left}. Delete files that are no longer needed, or ask the administrator to raise the limit.',
  ],
  'attachment.permanent': [
    409,
    'This file was posted with an entry and is not deleted. It can be marked as removed, with a reason.',
  ],
  'attachment.not-permanent': [409, 'This file was never posted with an entry. It can be deleted.'],
  'attachment.removed': [409, '{by} has marked this file as removed already.'],
} as const satisfies Record<string, readonly [number, string]>
