// A web page that calls the service directly. The token stays in the memory of the page.
import { Bot, isApiError, isValidationError } from "botwire";

const form = document.querySelector("form");
const output = document.querySelector("output");

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const params = new FormData(form);
  const [baseUrl, token] = ["service", "token"].map((name) => String(params.get(name)));
  for (const name of ["service", "token"]) params.delete(name);
  output.textContent = "Sending …";
  try {
    const bot = new Bot({ baseUrl, token });
    // The remaining fields of the form are the parameters of the method.
    const { message_id } = await bot.sendDocument(params);
    output.textContent = `Message ${message_id} was sent.`;
  } catch (error) {
    if (isApiError(error)) output.textContent = `The service refused: ${error.description}`;
    else if (isValidationError(error)) output.textContent = `${error.path}: ${error.message}`;
    else output.textContent = String(error);
  }
});
