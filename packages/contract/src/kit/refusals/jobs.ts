/** Refusals of jobs, exports, reports by schedule and saved views: status and sentence, see `refusals` in errors.ts. */
export const jobRefusals = {
  'job.outside': [
    403,
    'What became of this job concerns a right or portfolios that you do not have any more. Ask an administrator.',
  ],
  'job.not-own': [403, 'Only the person who sent this job can try it again.'],
  'job.cancelled': [409, 'The job was cancelled. Nothing was saved.'],
  'job.ended': [409, 'The job has ended already: it is {status}.'],
  'job.forgotten': [409, 'What was sent for this job is not kept any more. Please send it again.'],
  'job.not-failed': [409, 'Only a job that failed can be tried again.'],
  'job.crashed': [
    500,
    'The work on it broke off {count|time|times} without a result, and nothing was saved. Please try again later.',
  ],
  'export.gone': [404, 'This file was kept until {date} and is gone. Please export again.'],
  'export.outside': [
    403,
    'This file holds what lies outside the portfolios that you may see now. Please export again: the new file holds what you may see.',
  ],
  'export.too-large': [
    422,
    'The file would be larger than {limit}. Please narrow the filters, to one year for example.',
  ],
  'export.person-full': [
    422,
    'Your exports of the last {days} days would take more than {limit}, the most that is kept for one person. Please narrow the filters, or export again after {date}, when the oldest file goes.',
  ],
  'report.too-long': [
    422,
    'The report has {count} lines; {file} takes {limit}. Please choose one portfolio, or fewer days.',
  ],
  'holdings.too-many': [
    422,
    'All portfolios together have {count} holdings on this day; {limit} can be shown. Please choose one portfolio, or have the report made as a file under Schedules.',
  ],
  'view.too-many': [
    422,
    'You have {limit} saved views, the most that one person may have. Please delete one first.',
  ],
  'schedule.too-many': [
    422,
    'You have {limit} scheduled reports, the most that one person may have. Please delete one first.',
  ],
} as const satisfies Record<string, readonly [number, string]>
