/** Types of faults of pydantic 2 and of uploads, with cause and cure. They have no further code. */
export const faultTypes = {
  missing: { cause: 'A required field, or the whole body, was not sent.', cure: 'Send the field.' },
  extra_forbidden: { cause: 'There is no such field.', cure: 'Leave the field out, or correct its name.' },
  string_type: { cause: 'The value is not a string.', cure: 'Send a string in quotation marks.' },
  int_type: { cause: 'The value is not an integer.', cure: 'Send an integer without quotation marks.' },
  int_parsing: { cause: 'A query parameter is not an integer.', cure: 'Send digits only.' },
  float_type: { cause: 'The value is not a number.', cure: 'Send a number without quotation marks.' },
  bool_type: {
    cause: 'The value is not a boolean.',
    cure: 'Send `true` or `false` without quotation marks.',
  },
  list_type: { cause: 'The value is not a list.', cure: 'Send a list.' },
  model_attributes_type: { cause: 'The value is not an object.', cure: 'Send an object.' },
  string_too_short: {
    cause: 'The text is shorter than `ctx.min_length`.',
    cure: 'Send a longer text, or leave the field out.',
  },
  string_too_long: { cause: 'The text is longer than `ctx.max_length`.', cure: 'Shorten the text.' },
  string_pattern_mismatch: {
    cause: 'The text does not have the required form.',
    cure: 'Send a text of the form in `ctx.pattern`.',
  },
  greater_than_equal: { cause: 'The number is too small.', cure: 'Send at least the number in `ctx.ge`.' },
  less_than_equal: { cause: 'The number is too large.', cure: 'Send at most the number in `ctx.le`.' },
  enum: {
    cause: 'The value is none of the allowed ones.',
    cure: 'Send one of the values in `ctx.expected`.',
  },
  too_short: { cause: 'The list has fewer items than `ctx.min_length`.', cure: 'Send more items.' },
  too_long: { cause: 'The list has more items than `ctx.max_length`.', cure: 'Send fewer items.' },
  file_empty: {
    cause: 'The uploaded file is empty.',
    cure: 'Choose the right file: this one has no content.',
  },
  file_too_large: {
    cause: 'The uploaded file is too large.',
    cure: 'Make the file smaller: at most 20 MiB.',
  },
  infected: {
    cause: 'The virus scanner found something in the file.',
    cure: 'Do not open the file. Get a clean copy.',
  },
} as const

export type FaultType = keyof typeof faultTypes
