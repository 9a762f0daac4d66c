# One image for web, worker and beat; docker-compose.yml says which is which. docs/operating.md has the notes.
FROM python:3.13-slim AS build
WORKDIR /src
COPY pyproject.toml constraints.txt README.md LICENSE ./
COPY games games
COPY bots bots
COPY tournaments tournaments
COPY platform platform
COPY docs docs
RUN python -m venv /arena && /arena/bin/pip install --no-cache-dir -c constraints.txt .

FROM python:3.13-slim
RUN useradd --system --create-home --uid 10001 arena
COPY --from=build /arena /arena
ENV PATH=/arena/bin:$PATH DJANGO_SETTINGS_MODULE=arena.settings PYTHONUNBUFFERED=1
USER arena
WORKDIR /home/arena
RUN mkdir data
EXPOSE 8000
CMD ["python", "-m", "arena.standalone.web", "--host=0.0.0.0"]
