export default {
  input: './generated/openapi.json',
  output: { path: 'generated/hey-api', module: { extension: '.js' } },
  plugins: ['@hey-api/client-fetch', '@hey-api/sdk', '@hey-api/typescript'],
}
