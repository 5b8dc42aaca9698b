// Starts Swagger UI, the viewer of the API document.
const main = document.getElementById("document");
SwaggerUIBundle({ domNode: main, url: main.dataset.url, deepLinking: true, tryItOutEnabled: true, validatorUrl: null });
