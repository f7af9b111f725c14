/**
 * All fields under one address. The first screen takes `BasicFields` and `NativeSelectField` alone: the others bring
 * their lists and scroll areas along.
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
