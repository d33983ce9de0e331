/** The languages of the console and of workbooks. */
export const languages = ['en', 'ru'] as const
export type Language = (typeof languages)[number]
