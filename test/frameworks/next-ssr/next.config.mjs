export default {serverExternalPackages: ['ubik-chat', '@lit-labs/ssr']};
