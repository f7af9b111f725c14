/** Refusals of sign-in, accounts of people and their rights: status and sentence, see `refusals` in errors.ts. */
export const accessRefusals = {
  'auth.required': [401, 'Please sign in.'],
  'auth.wrong': [401, 'The email or the password is incorrect.'],
  'auth.password-wrong': [422, 'The current password is incorrect.'],
  'auth.too-many': [429, 'Too many attempts. Please try again in {seconds} seconds.'],
  'auth.signup-closed': [
    403,
    'Sign-up is closed on this installation. Please ask the administrator for an account.',
  ],
  'auth.first-run-code': [
    422,
    'The first-run code is missing or incorrect. The server printed it when it started: look at its console or log.',
  ],
  'auth.email-taken': [409, 'An account with this email already exists.'],
  'auth.password-blocked': [
    422,
    'This password is too easy to guess: it is on the list of common passwords. Please choose another.',
  ],
  'auth.password-own': [422, 'The password must not be your own name or email. Please choose another.'],
  'auth.link-invalid': [
    422,
    'This link was already used, was replaced, has expired or is not valid any more. Please ask the administrator for a new one.',
  ],
  'auth.signups-full': [
    429,
    'Too many new accounts are waiting for the administrator. Please try again later.',
  ],
  'account.waiting': [
    403,
    'Your account is waiting for the administrator. You can sign in once it has been approved.',
  ],
  'account.disabled': [403, 'Your account is disabled. Please ask the administrator to enable it.'],
  'rights.missing': [403, 'You need the right "{right}" for this. Ask an administrator.'],
  'rights.scope': [
    403,
    'This concerns all portfolios, and you were given only some of them. Ask an administrator.',
  ],
  'rights.only-seen': [403, 'You may see this portfolio, but not change it. Ask an administrator.'],
  'rights.outside': [
    403,
    'This would change something outside your portfolios, such as a line without a portfolio. Only somebody who may change all portfolios can do it.',
  ],
  'rights.beyond-own': [
    403,
    'This concerns the right "{right}", which you do not have yourself. Ask an administrator.',
  ],
  'users.last-administrator': [
    422,
    '{name} is the only active administrator and cannot be disabled, demoted or given only some portfolios.',
  ],
  'users.role-unknown': [422, 'There is no role {role}.'],
  'users.portfolio-unknown': [422, 'There is no portfolio {portfolio}.'],
  'users.changes-beyond-seen': [
    422,
    'What a person changes must be among the portfolios that the person sees.',
  ],
  'roles.built-in': [422, '{role} is a built-in role, which cannot be changed or deleted.'],
  'users.not-active': [422, 'The account of {name} is not active. Enable it first.'],
} as const satisfies Record<string, readonly [number, string]>
