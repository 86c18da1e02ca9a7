// The exact bytes the recorder answers with: everything that a parser which is only nearly right changes.
const odd_schema = '{"type":"object","x-vendor":{"z":1,"a":[1.0,1e400,-0,12345678901234567890]},"properties":{"b":{"type":"number","default":1.50},"a":{"description":"\\u00e9\\/"}},"additionalProperties":false}';
export const odd_tool = `{"name":"odd","vendor":null,"title":"","description":"\\u00fc \\ud83d\\ude00 \\/","inputSchema":${odd_schema},"annotations":{"readOnlyHint":false,"x":1E+2},"_meta":{"vendor/k":[false,null,0.10]}}`;
const plain_tool = name => `{"name":"${name}","description":"The tool ${name}.","inputSchema":{"type":"object"}}`;
export const list = `{"tools":[${odd_tool},${plain_tool('progress')},${plain_tool('error')}]}`;

export const answers = {
  odd: '{"vendor/first":{"b":[1,2.50],"a":null},"content":[{"text":"\\u00fc \\ud83d\\ude00 \\/ \\u0000 ü 😀","type":"text","annotations":{"priority":1.0,"audience":["user"]},"_meta":{"k":1e400}}],"structuredContent":{"big":12345678901234567890,"one":1.0,"minus":-0.0,"e":1E+2,"none":null,"no":false,"order":{"z":1,"a":2,"":{}}},"isError":false,"_meta":{"vendor/x":[false,0]}}',
  progress: '{"content":[{"type":"text","text":"done"}]}'
};
export const odd_error = '{"code":-32099,"message":"\\u00e4rgs","data":{"big":12345678901234567890,"one":1.0,"z":1,"a":[]}}';
