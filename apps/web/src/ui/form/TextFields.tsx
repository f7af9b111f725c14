/**
 * All fields under one address. The first screen uses `BasicFields` and `NativeSelectField` alone: the others load their
 * lists and scroll areas with them.
 */
export { CheckField, PasswordField, TextArea, TextField } from './BasicFields.tsx'
export {
  type Choice,
  type Choices,
  MultiSelectField,
  RadioField,
  SelectField,
  SwitchField,
} from './ChoiceFields.tsx'
